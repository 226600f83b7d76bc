import { createRoot } from 'react-dom/client'
import { Collections } from './collections.jsx'

// Only in development: a build for production has nothing of the sandbox in it.
if (import.meta.env.DEV) {
  const { startSandbox } = await import('entity-sandbox/browser')

  await startSandbox({ entities: 200 })
}

createRoot(document.getElementById('root')).render(<Collections />)
