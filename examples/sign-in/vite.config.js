import { entitySandbox } from 'entity-sandbox/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [entitySandbox({ entities: 200 })] })
