import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: { baseURL: 'http://localhost:4185' },
  webServer: { command: 'vite --port 4185 --strictPort', url: 'http://localhost:4185' },
})
