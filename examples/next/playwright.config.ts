import { defineConfig } from '@playwright/test'
import type { PlaywrightSandboxOptions } from 'entity-sandbox/playwright'

const sandbox = 'http://127.0.0.1:4188'
const app = 'http://127.0.0.1:4189'
const preview = 'http://127.0.0.1:4192'

const next = (url: string, api: string) => ({
  command: `next start --port ${new URL(url).port}`,
  port: Number(new URL(url).port),
  env: { API_URL: api, NEXT_TELEMETRY_DISABLED: '1' },
})

export default defineConfig<{ sandboxOptions: PlaywrightSandboxOptions }>({
  fullyParallel: true,
  use: { baseURL: app, sandboxOptions: { server: sandbox } },
  webServer: [
    { command: 'entity-sandbox --port 4188 --quiet', url: `${sandbox}/api/status` },
    next(app, sandbox),
    next(preview, `${preview}/backend`),
  ],
})
