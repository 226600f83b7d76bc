import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'
import { readSettings } from './settings.ts'
import { serverOptions } from '../commands/start.ts'

const folderWithoutConfig = import.meta.dirname

function settingsOf(...argv: string[]) {
  return readSettings(folderWithoutConfig, readArguments(argv, serverOptions, 0).options)
}

test('what is no number stays as it was typed, even where it has digits only', async () => {
  const settings = await settingsOf('--control-token', '00012345', '--persist', '2026', '--seed', '7')

  expect(settings).toMatchObject({ controlToken: '00012345', persist: '2026', seed: 7 })
})

test('a list has its items between commas, and none in an empty text', async () => {
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
  '%s is no origin, which browsers would never send, and is refused',
  async (text) => {
    const message = `Expected origins such as "http://localhost:5173", without a path, not "${text}".`

    await expect(settingsOf('--cors', text)).rejects.toThrow(message)
    await expect(settingsOf('--allowed-origins', text)).rejects.toThrow(message)
  },
)
