import { version } from '../../model/shared/version.ts'
import { UsageError } from './usage-error.ts'
import { commands } from './commands.ts'
import { usage } from './usage.ts'

/**
 * The `entity-sandbox` command.
 *
 * @returns the exit code, or undefined while the server runs
 */
export async function command(argv: readonly string[]): Promise<number | undefined> {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv

  if (own.includes('--help') || own.includes('-h')) return print(usage())
  if (own.includes('--version') || own.includes('-v')) return print(`${version}\n`)

  const [name = 'start', ...rest] = argv[0]?.startsWith('-') ? ['start', ...argv] : argv

  try {
    const asked = commands.find((each) => each.name === name)

    if (!asked) throw new UsageError(`Unknown command '${name}'. See entity-sandbox --help.`)

    return await asked.run(rest)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`entity-sandbox: ${error.message}\n`)

    return 2
  }
}

function print(text: string): number {
  process.stdout.write(text)

  return 0
}
