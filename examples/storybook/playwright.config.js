import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: { baseURL: 'http://localhost:4187' },
  webServer: {
    command: 'vite preview --outDir storybook-static --port 4187 --strictPort',
    url: 'http://localhost:4187',
  },
})
