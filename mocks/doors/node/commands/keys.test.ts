import { spawn, spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { BundledServer, environmentOf } from '../../../testing/deployment.ts'
import { freePort } from '../../../testing/redis-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

let program: BundledServer

beforeAll(async () => {
  program = await BundledServer.build()
}, 60_000)

/** The program of util-linux gives a command a terminal. */
const hasTerminal = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false

/**
 * Runs the command at a terminal of its own, and shows the settings of the terminal after it. Ctrl-C is sent to the shell
 * too, and only with a trap does every shell go on.
 */
function atTerminal(...args: string[]) {
  const line = [process.execPath, program.bin, ...args].map((each) => `'${each}'`).join(' ')
  const child = spawn('script', ['-qec', `trap : INT; ${line}; echo "ended with $?"; stty -a`, '/dev/null'], {
    cwd: temporaryFolder(),
    env: { ...environmentOf(program.bin), BROWSER: 'none', SHELL: '/bin/sh' },
  })
  const terminal = {
    output: '',
    type: (key: string) => child.stdin.write(key),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }

  child.stdout.on('data', (text: Buffer) => (terminal.output += text.toString()))

  return terminal
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/status`).then(
    (response) => response.ok,
    () => false,
  )

test.skipIf(!hasTerminal)(
  'at a terminal single keys open, reset, change scenario and faults, help and quit; the terminal is restored',
  async () => {
    using terminal = atTerminal('--port', 'auto', '--entities', '0')
    const shows = (text: string | RegExp) =>
      expect.poll(() => terminal.output, { timeout: 20_000 }).toMatch(text)

    await shows('Keys      o open the console')
    for (const [key, text] of [
      ['h', /h help[^]*h help/],
      ['o', /Open http:\S+\/ yourself/],
      ['s', 'Scenario: search-degraded'],
      ['s', /Scenario: (?!search-degraded)/],
      ['f', 'Faults: slow-3g'],
      ['r', 'The sandbox was reset.'],
    ] as const) {
      terminal.type(key)
      await shows(text)
    }
    terminal.type('q')
    await shows(/ended with 0[^]*[^-]icanon/)
  },
  60_000,
)

test.skipIf(!hasTerminal)(
  'Ctrl-C stops the command at a terminal; with --quiet there are no keys',
  async () => {
    using terminal = atTerminal('--port', 'auto', '--entities', '0')
    const port = await freePort()
    using quiet = atTerminal('--port', String(port), '--entities', '0', '--quiet', '--open')

    await expect.poll(() => terminal.output, { timeout: 20_000 }).toContain('Keys')
    terminal.type('\u0003')
    await expect.poll(() => terminal.output, { timeout: 20_000 }).toContain('ended with 0')
    await expect.poll(() => answers(port), { timeout: 20_000 }).toBe(true)
    quiet.type('h')
    quiet.type('\u0003')
    await expect.poll(() => quiet.output, { timeout: 20_000 }).toContain('ended with')
    expect(quiet.output).not.toContain('open the console')
  },
  60_000,
)
