import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: { baseURL: 'http://localhost:4190' },
  webServer: { command: 'vite --port 4190 --strictPort', url: 'http://localhost:4190' },
})
