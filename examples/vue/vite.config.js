import vue from '@vitejs/plugin-vue'
import { entitySandbox } from 'entity-sandbox/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [vue(), entitySandbox({ entities: 200 })] })
