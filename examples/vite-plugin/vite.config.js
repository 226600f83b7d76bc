import react from '@vitejs/plugin-react'
import { entitySandbox } from 'entity-sandbox/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react(), entitySandbox({ entities: 200 })] })
