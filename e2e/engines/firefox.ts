import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, type SendCommand, Tab } from './webdriver.ts'

/** Starts Firefox, and drives it by WebDriver's commands over Marionette, its own protocol, so that geckodriver is not needed. */
export async function startFirefox(executable: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'entity-sandbox-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences)

  const child = spawn(executable, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const marionette = new Marionette(connect(await portOf(profile), '127.0.0.1'))

  const send: SendCommand = (command, parameters) => marionette.send(`WebDriver:${command}`, parameters)

  await marionette.send('WebDriver:NewSession', { unhandledPromptBehavior: 'accept' })
  const first = await send('GetWindowHandle', {})

  return {
    open: () => Tab.open(send, first),
    async close() {
      marionette.close()
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Any free port; no dialogs, no updates, no requests of its own. */
const preferences = `
user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`

/** Firefox writes the port into its profile when it listens. */
async function portOf(profile: string): Promise<number> {
  for (let tries = 0; tries < 600; tries++) {
    const text = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')

    if (text) return Number(text)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }

  throw new Error('Failed to start Firefox: it did not listen within 30 s.')
}

type MarionetteResponse = readonly [type: 1, id: number, error: { message: string } | null, result: unknown]

/** Commands over TCP: JSON after its length, `38:[0,1,"WebDriver:Refresh",{}]`. */
class Marionette {
  readonly #socket: Socket
  readonly #pending = new Map<number, (response: MarionetteResponse) => void>()
  #received = Buffer.alloc(0)
  #lastId = 0

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      while (this.#readResponse()) continue
    })
  }

  async send(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#lastId
    const text = JSON.stringify([0, id, command, parameters])
    const [, , error, result] = await new Promise<MarionetteResponse>((resolve) => {
      this.#pending.set(id, resolve)
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`)
    })

    if (error) throw new Error(`Firefox failed at ${command}: ${error.message}`)

    return typeof result === 'object' && result !== null && 'value' in result ? result.value : result
  }

  close(): void {
    this.#socket.destroy()
  }

  /** @returns whether a complete response had been received */
  #readResponse(): boolean {
    const colon = this.#received.indexOf(':')
    const end = colon + 1 + Number(this.#received.subarray(0, colon).toString())

    if (colon === -1 || this.#received.length < end) return false
    const response: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString())

    this.#received = this.#received.subarray(end)
    // Its first message, an object, identifies the browser.
    if (Array.isArray(response)) {
      const message = response as unknown as MarionetteResponse // to one of our commands

      this.#pending.get(message[1])?.(message)
    }

    return true
  }
}
