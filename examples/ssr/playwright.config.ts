import { defineConfig } from '@playwright/test'
import type { PlaywrightSandboxOptions } from 'entity-sandbox/playwright'

const sandbox = 'http://127.0.0.1:4182'
const app = 'http://127.0.0.1:4183'

export default defineConfig<{ sandboxOptions: PlaywrightSandboxOptions }>({
  fullyParallel: true,
  use: { baseURL: app, sandboxOptions: { server: sandbox } },
  webServer: [
    { command: 'entity-sandbox --port 4182 --quiet', url: `${sandbox}/api/status` },
    { command: 'node server.js', url: `${app}/health`, env: { API_URL: sandbox, PORT: '4183' } },
  ],
})
