import { defineConfig } from '@playwright/test'

const app = 'http://localhost:4191'

// Vite serves the application and the service; each test has a separate sandbox there.
export default defineConfig({
  fullyParallel: true,
  use: { baseURL: app, sandboxOptions: { server: app } },
  webServer: { command: 'vite --port 4191 --strictPort', url: app },
})
