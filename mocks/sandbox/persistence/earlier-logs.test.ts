import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createService } from '../../local/create-service.ts'
import { openStored } from '../../local/open-stored.ts'
import type { Service } from '../../service/http/service.ts'
import { responseOf, serviceRequest } from '../../testing/ask-service.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import type { LogPart } from './log-storage.ts'

/** The logs of November 2026, with what a server answered after a restart; entry by entry, and compacted. */
interface EarlierLogs {
  readonly items: readonly [log: string, part: LogPart, number: number, base64: string][]
  /** By path: status and body. */
  readonly answers: Readonly<Record<string, readonly [status: number, body: unknown]>>
  /** One that is valid, and one that was used. */
  readonly refreshTokens: readonly [valid: string, used: string]
}

const recorded = JSON.parse(
  gunzipSync(readFileSync(new URL('testing/earlier-logs.json.gz', import.meta.url))).toString(),
) as Record<'entries' | 'base', EarlierLogs> // as it was recorded

async function refresh(service: Service, token: string): Promise<number> {
  const form = {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: 'sandbox',
    client_secret: 'sandbox',
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = new TextEncoder().encode(String(new URLSearchParams(form)))

  return (await responseOf(service, serviceRequest('POST', '/oauth/token', { json, headers }))).status
}

test.each(['entries', 'base'] as const)(
  'logs of earlier versions open: the same answers from %s',
  async (form) => {
    const { items, answers, refreshTokens } = recorded[form]
    const storage = new MemoryStorage()

    for (const [log, part, number, base64] of items) {
      await (await storage.open(log)).put([{ part, number, bytes: Buffer.from(base64, 'base64') }])
    }

    const open = async () => {
      const { sandboxes, close } = await openStored(storage, { machineClock: () => Date.UTC(2026, 0, 1) })

      return { service: createService(sandboxes), sandboxes, close }
    }
    const { service, sandboxes, close } = await open()
    const answersOf = async (opened: typeof service) => {
      const read: [string, unknown][] = []

      for (const path of Object.keys(answers)) {
        const { status, body } = await responseOf(opened, serviceRequest('GET', path))

        read.push([path, [status, JSON.parse(body)]])
      }

      return Object.fromEntries(read)
    }
    const refreshed = refreshTokens.map((token) => refresh(service, token))

    expect([...sandboxes.setAside]).toEqual([])
    expect(await answersOf(service)).toEqual(answers)
    expect(await Promise.all(refreshed)).toEqual([200, 400])

    // What is written from now on has the form of today, and opens too.
    await responseOf(service, serviceRequest('POST', '/__sandbox/snapshots', { json: { name: 'one' } }))
    await responseOf(service, serviceRequest('POST', '/__sandbox/snapshots', { json: { name: 'two' } }))
    const now = await answersOf(service)

    await close()
    expect(await answersOf((await open()).service)).toEqual(now)
  },
)
