import { Remote } from './remote.ts'

/** `entity-sandbox reset`: gives a running sandbox its first data again. */
export async function reset(argv: readonly string[]): Promise<number> {
  const remote = new Remote(argv, { seed: { type: 'string' } }, 0)
  const { seed } = remote.arguments.options

  await remote.send('POST', '/reset', seed === undefined ? {} : { seed })
  process.stdout.write('The sandbox has its first data again.\n')

  return 0
}
