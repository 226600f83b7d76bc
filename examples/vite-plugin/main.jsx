import { createRoot } from 'react-dom/client'
import { Collections } from './collections.jsx'

// This code does not depend on the sandbox: the plugin handles the page's requests while Vite serves it.
createRoot(document.getElementById('root')).render(<Collections />)
