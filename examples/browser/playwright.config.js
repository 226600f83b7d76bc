import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: { baseURL: 'http://localhost:4184' },
  webServer: { command: 'vite --port 4184 --strictPort', url: 'http://localhost:4184' },
})
