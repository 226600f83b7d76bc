import { version } from '../../model/shared/version.ts'
import { exec } from './exec.ts'
import { repair } from './repair.ts'
import { reset } from './reset.ts'
import { snapshot } from './snapshot.ts'
import { start } from './start.ts'
import { usage } from './usage.ts'
import { UsageError } from './usage-error.ts'

/** Gives the exit code, or undefined while a server runs. */
type Run = (argv: readonly string[]) => Promise<number | undefined>

const commands: Record<string, Run> = { start, exec, repair, reset, snapshot }

/**
 * The `entity-sandbox` command.
 *
 * @returns the exit code, or undefined while the server runs
 */
export async function command(argv: readonly string[]): Promise<number | undefined> {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv

  if (own.includes('--help') || own.includes('-h')) return print(usage)
  if (own.includes('--version') || own.includes('-v')) return print(`${version}\n`)

  const [name = 'start', ...rest] = argv[0]?.startsWith('-') ? ['start', ...argv] : argv

  try {
    const run = Object.hasOwn(commands, name) ? commands[name] : undefined

    if (!run) throw new UsageError(`Unknown command '${name}'. See entity-sandbox --help.`)

    return await run(rest)
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
