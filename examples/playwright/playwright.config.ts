import { defineConfig } from '@playwright/test'

export default defineConfig({
  fullyParallel: true,
  use: { baseURL: 'http://localhost:4181' },
  webServer: { command: 'node serve.js', url: 'http://localhost:4181' },
})
