import { createRoot } from 'react-dom/client'
import { Collections } from './collections.jsx'

// Only in development: a production build contains nothing of the sandbox.
if (import.meta.env.DEV) {
  const { startSandbox } = await import('entity-sandbox/browser')

  await startSandbox({ entities: 200 })
}

createRoot(document.getElementById('root')).render(<Collections />)
