import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { storeTokenFromUrl } from './service/control-token.ts'
import { followSandbox, queryClient } from './service/live.ts'
import { applyTheme } from './lib/settings.ts'
import { followSandboxInHash, pagesInHash } from './lib/addresses.ts'
import { router } from './router.tsx'
import { ControlGate } from './shell/control-gate.tsx'
import './styles.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no element with the id "root".')

storeTokenFromUrl()
applyTheme()
if (pagesInHash) followSandboxInHash()
followSandbox(queryClient)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ControlGate>
        <RouterProvider router={router} />
      </ControlGate>
    </QueryClientProvider>
  </StrictMode>,
)
