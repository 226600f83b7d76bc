import { defineConfig } from '@playwright/test'

export default defineConfig({
  // Storybook takes a while to load on a busy machine.
  expect: { timeout: 20_000 },
  use: { baseURL: 'http://localhost:4187' },
  webServer: {
    command: 'vite preview --outDir storybook-static --port 4187 --strictPort',
    url: 'http://localhost:4187',
  },
})
