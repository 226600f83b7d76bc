import { messageOf } from '../../../data/model/shared/errors.ts'
import { faultPresetNames } from '../../../sandbox/faults/fault-rule.ts'
import type { SandboxServer } from '../server-types.ts'
import { connectTo } from './connect-to.ts'
import { verbs } from './verbs.ts'

/** The keys, when a person types at this terminal. */
export function keysHelp(): string | undefined {
  return process.stdin.isTTY && process.stdout.isTTY
    ? 'o open the console, r reset, s next scenario, f next faults, q quit, h help'
    : undefined
}

/**
 * Calls verbs for single keys of a person. The terminal is restored at the end of the process.
 *
 * @param server returns the running server, which `--watch` replaces
 */
export function readKeys(server: () => SandboxServer, print: (text: string) => void): void {
  const { stdin } = process
  const helpText = keysHelp()

  if (helpText === undefined) return

  const connect = () => connectTo({ at: server().url, controlToken: server().controlToken })
  /** Calls a verb in the default sandbox. */
  const call = async (name: string, given: object = {}) =>
    verbs.find((each) => each.name === name)?.call(connect, given)
  let presets = [...faultPresetNames, 'none']
  const actions: Readonly<Record<string, () => Promise<string | undefined>>> = {
    o: async () => (await call('open'))?.text,
    r: async () => (await call('reset'))?.text,
    async s() {
      const { client, sandbox } = await connect()
      const names = (await client.GET('/__sandbox/scenarios')).data.items.map(({ name }) => name)
      const { scenario } = await sandbox.overview()
      const next = names[scenario === null ? 0 : names.indexOf(scenario) + 1] ?? null

      await sandbox.setScenario(next)

      return `Scenario: ${next ?? 'none'}`
    },
    async f() {
      const [rule = 'none', ...others] = presets

      presets = [...others, rule]
      await call('fault', { rule: 'none' })
      await call('fault', { rule })

      return `Faults: ${rule}`
    },
    h: () => Promise.resolve(helpText),
  }

  stdin.setRawMode(true)
  process.once('exit', () => stdin.setRawMode(false))
  stdin.setEncoding('utf8').on('data', (key: string) => {
    // In this mode the terminal does not turn Ctrl-C into a signal.
    if (key === 'q' || key === '\u0003') process.emit('SIGINT', 'SIGINT')
    else if (Object.hasOwn(actions, key)) {
      actions[key]?.().then(
        (text) => print(`${text}`),
        (error: unknown) => print(messageOf(error)),
      )
    }
  })
}
