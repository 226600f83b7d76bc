import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createLocalSandbox } from '../../local/local-sandbox.ts'
import { BundledServer } from '../deployment.ts'
import { freePort, stopProcess } from '../redis-server.ts'
import { isDeep } from '../scale.ts'

const definition = {
  name: 'Note',
  member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Text' }] }],
}

/** A server as a process, with Node's default heap. */
async function start() {
  const { bin } = await BundledServer.build()
  const port = await freePort()
  const child = spawn(process.execPath, [bin, '--port', String(port), '--quiet', '--entities', '20'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-admin' },
      body:
        body === undefined
          ? null
          : body instanceof Uint8Array
            ? new Blob([new Uint8Array(body)])
            : JSON.stringify(body),
    })
    const length = (await response.arrayBuffer()).byteLength

    return { status: response.status, location: response.headers.get('location') ?? '', length }
  }

  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`${url}/__sandbox/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect((await send('POST', '/api/entitydefinitions', definition)).status).toBe(201)

  return {
    port,
    send,
    /** The largest resident memory so far, in MiB. */
    async peak() {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8')) ?? []

      return Number(kilobytes) / 1024
    },
    [Symbol.asyncDispose]: () => stopProcess(child, 'SIGKILL'),
  }
}

/** Does something several times, by four clients at once; returns how often each result occurred. */
async function countOf(times: number, work: (index: number) => Promise<number>) {
  const counts: Record<number, number> = {}
  let next = 0
  const client = async () => {
    while (next < times) {
      const result = await work(next++)

      counts[result] = (counts[result] ?? 0) + 1
    }
  }

  await Promise.all([client(), client(), client(), client()])

  return counts
}

const note = (text: string) => ({
  entitydefinition: { href: '/api/entitydefinitions/Note' },
  properties: { Text: text },
})
const text = (index: number, megabytes: number) => String(index % 10).repeat(megabytes * 1e6)

/** Announces a file of the largest size, posts its halves, and completes it; returns the first status that is no success. */
async function upload({ send }: Awaited<ReturnType<typeof start>>) {
  const half = new Uint8Array(2 ** 26).fill(1)
  const announced = await send('POST', '/api/v2.0/upload', { file_name: 'a.mp4', file_size: 2 ** 27 })
  const { pathname, search, searchParams } = new URL(announced.location)
  const upload_identifier = searchParams.get('upload')
  const results = [announced]

  for (const chunk of [0, 1]) results.push(await send('POST', `${pathname}${search}&chunk=${chunk}`, half))
  results.push(await send('POST', '/api/v2.0/upload/finalize', { upload_identifier }))

  return results.find(({ status }) => status >= 300) ?? { ...results[3], status: 200 }
}

const isLinux = process.platform === 'linux'
const limit = 1500

test.runIf(isDeep && isLinux)(
  'a server whose memory is nearly full rejects writes with 507, reads, deletes, and then writes again',
  async () => {
    await using server = await start()
    const locations: string[] = []
    const statuses = await countOf(415, async (index) => {
      const { status, location } = await server.send('POST', '/api/entities', note(text(index, 9.8)))

      if (status === 201) locations.push(new URL(location).pathname)

      return status
    })

    expect(Object.keys(statuses)).toEqual(['201', '507'])
    expect((await server.send('GET', locations[0] ?? '')).length).toBeGreaterThan(9.8e6)
    expect(
      (
        await server.send('POST', '/__sandbox/faults', {
          effect: { kind: 'response', status: 503, body: text(1, 1) },
          match: { path: '/x' },
        })
      ).status,
    ).toBe(507)
    for (const location of locations) expect((await server.send('DELETE', location)).status).toBe(204)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect((await server.send('POST', '/api/entities', note(text(1, 9.8)))).status).toBe(201)
    expect(await server.peak()).toBeLessThan(limit)
  },
  600_000,
)

test.runIf(isDeep && isLinux)(
  'large faults, lists, unread streams, pipelined requests and packed archives leave a server its memory',
  async () => {
    await using server = await start()
    const faults = await countOf(95, async (index) => {
      const fault = {
        match: { path: '/nowhere' },
        effect: { kind: 'response', status: 503, body: text(index, 9.5) },
      }

      return (await server.send('POST', '/__sandbox/faults', fault)).status
    })

    expect(Object.keys(faults)).toEqual(['201', '507'])
    expect((await server.send('DELETE', '/__sandbox/faults')).status).toBe(204)

    const sockets = Array.from({ length: 100 }, () => {
      const socket = connect(server.port, '127.0.0.1')

      socket.on('error', () => undefined) // the server may end it
      socket.write(
        'GET /__sandbox/journal?stream=true HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n',
      )
      socket.pause()

      return socket
    })
    const pipelined = 'GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20_000)

    for (let sent = 0; sent < 42; sent++) {
      sockets[0]?.write(pipelined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await countOf(
      2000,
      async () => (await server.send('POST', '/api/nowhere', { text: text(1, 0.06) })).status,
    )
    for (const socket of sockets) socket.destroy()

    const { location } = await server.send('POST', '/api/entities', note(text(3, 3)))
    const copies = await countOf(
      400,
      async () => (await server.send('POST', `${new URL(location).pathname}/copy`, {})).status,
    )

    expect(Object.keys(copies)).toEqual(['201'])
    expect((await server.send('GET', '/api/entitydefinitions/Note/entities?take=1000')).status).toBe(400)
    expect((await server.send('GET', '/api/entitydefinitions/Note/entities?take=5')).status).toBe(200)

    const query = '{ allNote(first: 400) { results { text } } }'

    expect((await server.send('POST', '/api/graphql/preview/v1', { query })).length).toBeLessThan(1000)

    const bomb = zipSync({ 'data.json': new Uint8Array(480 * 2 ** 20).fill(0x20) })

    expect((await server.send('POST', '/__sandbox/import', bomb)).status).toBe(400)
    expect((await server.send('GET', '/api/status')).status).toBe(200)
    expect(await server.peak()).toBeLessThan(limit)
  },
  600_000,
)

test.runIf(isDeep && isLinux)(
  'the largest uploads are 507 before memory is full, and are read and deleted; expressions leave it memory too',
  async () => {
    await using server = await start()
    const files: string[] = []
    let status = 200

    for (let count = 0; count < 20 && status === 200; count++) {
      const uploaded = await upload(server)

      if (uploaded.location) files.push(new URL(uploaded.location).pathname)
      ;({ status } = uploaded)
    }

    expect(status).toBe(507)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      expect((await server.send('GET', `${file}/renditions/downloadOriginal`)).length).toBe(2 ** 27)
      expect((await server.send('DELETE', file)).status).toBe(204)
    }

    const define = (name: string, validation_expression: string) => {
      const members = Array.from({ length: 40 }, (_, index) => ({
        type: 'String',
        name: `Text${index}`,
        validation_expression,
      }))

      return server.send('POST', '/api/entitydefinitions', {
        name,
        member_groups: [{ name: 'Main', members }],
      })
    }
    const slow = {
      entitydefinition: { href: '/api/entitydefinitions/Slow' },
      properties: { Text0: 'ab'.repeat(3e6) },
    }

    expect((await define('Nested', '(?:(?:a{0,90}){0,90}){0,90}')).status).toBe(400)
    expect((await define('Slow', '(a|b)*a(a|b){200}[cd]')).status).toBe(201)
    expect((await server.send('POST', '/api/entities', slow)).status).toBe(201)
    expect(await server.peak()).toBeLessThan(limit)
  },
  600_000,
)

test.runIf(isDeep)(
  'the messages that are kept have at most 64 MiB; the latest are kept',
  async () => {
    await using sandbox = await createLocalSandbox({ entities: 0, webhooks: 'http://receiver.test/' })
    const asset = await sandbox.give('M.Asset')
    const texts = ['a', 'b'].map((text) => text.repeat(9_900_000))

    for (let version = 0; version < 6; version++)
      await sandbox.change(asset, { Title: texts[version % 2] ?? null })

    const kept = await sandbox.fetch('/__sandbox/messages')

    // Each has the value before it and the value after it.
    expect(await kept.json()).toMatchObject({ items: [{ number: 5 }, { number: 6 }, { number: 7 }] })
  },
  60_000,
)
