import { writeFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { Program, runProbes, type Send } from '../../mocks/testing/compatibility/program.ts'
import {
  conformance,
  type ConformanceRequest,
  type ConformanceResponse,
} from '../../mocks/testing/conformance.ts'
import { kitchen } from '../../mocks/testing/kitchen-data.ts'
import { sendOverSocket } from '../../mocks/testing/send-over-socket.ts'
import { startServer } from './start-server.ts'

/** Headers of the connection, not of the response. */
const transportHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Sends a request to the Node door with a page's origin, and with the headers that a browser adds. */
async function sendToNodeDoor(
  door: string,
  origin: string,
  { method, path, headers, body }: ConformanceRequest,
): Promise<ConformanceResponse> {
  const isRead = method === 'GET' || method === 'HEAD'
  const added = { host: new URL(origin).host, accept: '*/*', ...(isRead ? {} : { origin }) }
  const init = { method, headers: { ...added, ...headers }, body: body ?? null }
  const response = await sendOverSocket(Number(new URL(door).port), path, init)

  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !transportHeaders.has(name))),
    body: await response.text(),
  }
}

/** Expects the bytes of the Node door from another door, for all conformance cases, each in a separate sandbox. */
export async function expectSameBytes(
  pageUrl: string,
  send: (requests: readonly ConformanceRequest[]) => Promise<ConformanceResponse[]>,
): Promise<void> {
  const config = test.info().outputPath('kitchen.json')

  await writeFile(config, JSON.stringify(kitchen))
  await using door = await startServer('--config', config)

  for (const [number, { name, requests }] of conformance.entries()) {
    const prefixed = requests.map((request) => ({ ...request, path: `/s/case-${number}${request.path}` }))
    const responses = send(prefixed)
    const expected: ConformanceResponse[] = []

    for (const request of prefixed)
      expected.push(await sendToNodeDoor(door.url, new URL(pageUrl).origin, request))

    expect(await responses, name).toEqual(expected)
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
    const request = { method, path, headers, ...(body === null ? {} : { body: String(body) }) }
    const response = await sendFromPage(page, request)

    return { status: response.status, headers: new Headers(response.headers), text: response.body }
  }
}

/** Sends a request from a page. */
export async function sendFromPage(page: Page, request: ConformanceRequest): Promise<ConformanceResponse> {
  const [response] = await page.evaluate(sendInPage, [request])

  if (!response) throw new Error('Failed to send a request from the page.')

  return response
}
