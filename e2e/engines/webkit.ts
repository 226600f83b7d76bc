import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../mocks/testing/redis-server.ts'
import { endpointOf, type Engine, type SendCommand, Tab } from './webdriver.ts'

/** Renders without a GPU, and without the process sandbox, which containers do not allow. */
const environment = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
}

/** Starts the small browser of WebKitGTK on a virtual display, and drives it by WebDriver. */
export async function startWebKit(driver: string, browser: string): Promise<Engine> {
  // The driver can't choose a free port itself.
  const port = await freePort()
  const child = spawn('xvfb-run', ['-a', driver, `--port=${port}`], {
    stdio: 'ignore',
    // A separate process group, so that the display is stopped with it.
    detached: true,
    env: { ...process.env, ...environment },
  })
  const ended = once(child, 'exit')
  const base = `http://127.0.0.1:${port}/session`

  await waitUntilListening(`http://127.0.0.1:${port}/status`)
  const { sessionId } = (await request('POST', base, {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  })) as { sessionId: string } // what WebDriver returns

  const send: SendCommand = (command, { id, ...parameters }) => {
    const { method, path } = endpointOf(command, id)

    return request(method, `${base}/${sessionId}/${path}`, parameters)
  }

  const first = await send('GetWindowHandle', {})

  return {
    open: () => Tab.open(send, first),
    async close() {
      await request('DELETE', `${base}/${sessionId}`).catch(() => undefined)
      if (child.pid) process.kill(-child.pid)
      await ended
    },
  }
}

async function request(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body && method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as { value: unknown } // what WebDriver returns

  if (!response.ok) throw new Error(`WebKit failed at ${method} ${url}: ${JSON.stringify(value)}`)

  return value
}

async function waitUntilListening(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isListening = await fetch(url).then(
      () => true,
      () => false,
    )

    if (isListening) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  throw new Error('Failed to start WebKit: its driver did not listen within 30 s.')
}
