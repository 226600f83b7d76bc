import { onTestFinished, vi } from 'vitest'
import { buildSandbox, type CreateSandboxOptions } from '../../../../local/build-sandbox.ts'
import { kitchen } from '../../../../testing/kitchen-data.ts'
import { command } from '../../commands/command.ts'
import { listen } from '../../listen.ts'
import { sendRequest } from '../../send-request.ts'

/** The output of a command that is run in this process, and its exit code. */
export async function called(...argv: string[]) {
  let out = ''
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      out += typeof text === 'string' ? text : new TextDecoder().decode(text)

      return true
    }),
  )

  try {
    return { code: await command(argv), out }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** A second sandbox over TLS, as the real service. */
export async function openTarget(options: CreateSandboxOptions = kitchen) {
  const sandbox = await buildSandbox(options)
  const server = await listen(sandbox, { https: true })

  onTestFinished(() => server.close())

  const send = (path: string, init: RequestInit) =>
    sendRequest(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(10_000) })

  return { sandbox, url: server.url, send }
}

export const crawling = (url: string, out: string, ...more: string[]) =>
  called('record', '--target', url, '--crawl', '--rate', '10000', '--out', out, ...more)
