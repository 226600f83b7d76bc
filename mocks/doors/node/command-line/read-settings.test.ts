import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { readArguments } from './arguments.ts'
import { readSettings } from './read-settings.ts'
import { serverOptions } from '../commands/start.ts'

const folderWithoutConfig = import.meta.dirname

const readIn = (folder: string, ...argv: string[]) =>
  readSettings(folder, readArguments(argv, serverOptions, 0))

const settingsOf = async (...argv: string[]) => (await readIn(folderWithoutConfig, ...argv)).config

test('values of text options stay text, even if they consist of digits', async () => {
  const settings = await settingsOf('--control-token', '00012345', '--persist', '2026', '--seed', '7')

  expect(settings).toMatchObject({ controlToken: '00012345', persist: '2026', seed: 7 })
})

test('a list is separated by commas; an empty text is an empty list', async () => {
  expect(await settingsOf('--allowed-hosts', 'one.test, two.test,')).toMatchObject({
    allowedHosts: ['one.test', 'two.test'],
  })
  expect(await settingsOf('--allowed-hosts', '')).toMatchObject({ allowedHosts: [] })
})

test.each(['http://localhost:5173', 'https://app.test', 'http://[::1]:80', 'tauri://localhost', 'null'])(
  '%s is an origin',
  async (origin) => {
    expect(await settingsOf('--cors', origin, '--allowed-origins', origin)).toMatchObject({
      cors: [origin],
      allowedOrigins: [origin],
    })
  },
)

test.each(['localhost:5173', 'http://localhost:5173/', 'https://app.test/page', '*'])(
  '%s is rejected: browsers never send such an origin',
  async (text) => {
    const message = `Expected origins such as "http://localhost:5173", without a path, not "${text}".`

    await expect(settingsOf('--cors', text)).rejects.toThrow(message)
    await expect(settingsOf('--allowed-origins', text)).rejects.toThrow(message)
  },
)

test('the command line overrides PORT, PORT the file, and the file the defaults of the command', async () => {
  const folder = temporaryFolder({ 'sandbox.config.json': '{"port": 4200, "seed": 3}' })
  const portOf = async (argv: string[], environment: NodeJS.ProcessEnv) => {
    const given = readArguments(argv, serverOptions, 0, environment)

    return (await readSettings(folder, given, { port: 'auto' })).config.port
  }

  expect(await portOf(['-p', '4300'], { PORT: '4100' })).toBe(4300)
  expect(await portOf([], { PORT: '4100' })).toBe(4100)
  expect(await portOf([], { PORT: '' })).toBe(4200)
  await expect(portOf([], { PORT: 'high' })).rejects.toThrow('PORT: Expected a port from 0 to 65535')
  expect(
    (await readSettings(import.meta.dirname, { options: {}, givenAs: {} }, { port: 'auto' })).config.port,
  ).toBe('auto')
})

test('--config names a file in any folder; its paths are relative to that folder', async () => {
  const folder = temporaryFolder({ 'deep/mine.json': '{"data": "./mine.zip", "persist": "/stored"}' })

  expect(await readIn(folder, '--config', 'deep/mine.json')).toMatchObject({
    file: join(folder, 'deep/mine.json'),
    config: { data: join('deep', 'mine.zip'), persist: '/stored' },
  })
  await expect(readIn(folder, '--config', 'none.ts')).rejects.toThrow('--config: There is no file')
})

test('--commands and --scripts name files of JSON, which override those of the settings', async () => {
  const folder = temporaryFolder({
    'sandbox.config.json': '{"commands": {"a/b": 1}, "scripts": {"Old": 2}}',
    'commands.json': '{"tools/rate": {"stars": 5}}',
    'wrong.json': '{"rate": {}}',
  })
  const read = (name: string) => readIn(folder, '--commands', join(folder, name))

  expect(await read('commands.json')).toMatchObject({
    config: { commands: { 'tools/rate': { stars: 5 } }, scripts: { Old: 2 } },
    furtherFiles: [join(folder, 'commands.json')],
  })
  await expect(read('wrong.json')).rejects.toThrow(
    '--commands: Expected functions or JSON by "folder/command".',
  )
  await expect(read('none.json')).rejects.toThrow('--commands: There is no file')
})

test.each([
  ['sandbox.config.json', (seed: number) => `{ "seed": ${seed} }`],
  ['sandbox.config.mjs', (seed: number) => `export default { seed: ${seed} }`],
  ['sandbox.config.js', (seed: number) => `module.exports = { seed: ${seed} }`],
  ['sandbox.config.ts', (seed: number) => `export default { seed: ${seed} as number }`],
])('a changed %s is read again', async (name, content) => {
  const folder = temporaryFolder({ [name]: content(1) })
  const seed = async () => (await readIn(folder)).config.seed

  expect(await seed()).toBe(1)
  await writeFile(join(folder, name), content(2))
  expect(await seed()).toBe(2)
})

test('an invalid setting is reported with its place in the file and the nearest name', async () => {
  const folder = temporaryFolder({ 'sandbox.config.json': '{"prot": 1, "seed": "x"}' })

  await expect(readIn(folder)).rejects.toThrow(
    /^seed in .*sandbox\.config\.json: Expected a number, not "x"\.\nprot in .*sandbox\.config\.json: "prot" is not recognized\. Did you mean "port"\?$/,
  )
})

test('a folder with two configuration files is rejected', async () => {
  const folder = temporaryFolder({ 'sandbox.config.json': '{}', 'sandbox.config.mjs': '' })

  await expect(readIn(folder)).rejects.toThrow(
    'There are sandbox.config.mjs and sandbox.config.json. Keep one of them.',
  )
})
