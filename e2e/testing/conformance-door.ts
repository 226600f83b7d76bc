import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { Program, runProbes, type Send } from '../../mocks/testing/compatibility/program.ts'
import {
  conformance,
  type ConformanceRequest,
  type ConformanceResponse,
} from '../../mocks/testing/conformance.ts'

/** The Node door in a separate process, with the kitchen data. */
interface NodeDoor extends Disposable {
  readonly port: number
}

async function startNodeDoor(): Promise<NodeDoor> {
  const script = resolve(import.meta.dirname, 'node-door.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer] // the port is all it prints

  return { port: Number(String(line)), [Symbol.dispose]: () => void child.kill() }
}

/** Headers of the connection, not of the response. */
const transportHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Sends requests to the Node door with a page's origin, and with the headers that a browser adds. */
function sendToNodeDoor(
  { port }: NodeDoor,
  origin: string,
  { method, path, headers, body }: ConformanceRequest,
): Promise<ConformanceResponse> {
  const isRead = method === 'GET' || method === 'HEAD'
  const added = { host: new URL(origin).host, accept: '*/*', ...(isRead ? {} : { origin }) }

  return new Promise((done, reject) => {
    const sent = httpRequest({ port, method, path, headers: { ...added, ...headers } }, (response) => {
      const chunks: Buffer[] = []

      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        done({
          status: response.statusCode ?? 0,
          headers: comparable(response.headers),
          body: Buffer.concat(chunks).toString(),
        })
      })
    })

    sent.on('error', reject)
    sent.end(body)
  })
}

/** Expects the bytes of the Node door from another door, for all conformance cases, each in a separate sandbox. */
export async function expectSameBytes(
  pageUrl: string,
  send: (requests: readonly ConformanceRequest[]) => Promise<ConformanceResponse[]>,
): Promise<void> {
  using door = await startNodeDoor()

  for (const [number, { name, requests }] of conformance.entries()) {
    const prefixed = requests.map((request) => ({ ...request, path: `/s/case-${number}${request.path}` }))
    const fromNode: ConformanceResponse[] = []

    for (const request of prefixed)
      fromNode.push(await sendToNodeDoor(door, new URL(pageUrl).origin, request))

    expect(await send(prefixed), name).toEqual(fromNode)
  }
}

/** Run in a page: sends requests, one after the other. */
export async function sendInPage(requests: readonly ConformanceRequest[]): Promise<ConformanceResponse[]> {
  const responses = []

  for (const { method, path, headers = {}, body = null } of requests) {
    const response = await fetch(path, { method, headers, body })

    responses.push({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    })
  }

  return responses
}

/** Sends the requests of existing programs from a page, those of each kind to a separate sandbox, and returns the failures. */
export async function programFailures(page: Page): Promise<string[]> {
  const { families } = await import('../../mocks/testing/compatibility/families.ts')
  const failures: string[] = []

  for (const [number, family] of families.entries()) {
    failures.push(...(await runProbes(family, new Program(sendFrom(page), `/s/family-${number}`))).values())
  }

  return failures
}

function sendFrom(page: Page): Send {
  return async (method, path, { headers, body = null }) => {
    const [response] = await page.evaluate(sendInPage, [
      { method, path, headers, ...(body === null ? {} : { body: String(body) }) },
    ])

    if (!response) throw new Error('Failed to send a request from the page.')

    return { status: response.status, headers: new Headers(response.headers), text: response.body }
  }
}

function comparable(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !transportHeaders.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}
