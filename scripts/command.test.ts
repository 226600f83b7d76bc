import { expect, test } from 'vitest'
import { command } from './command.ts'

test('a command that succeeds has no problem', async () => {
  expect(await command('node -e 0', 10)).toBeUndefined()
})

test('a command that fails reports its exit code', async () => {
  expect(await command('node -e "process.exit(3)"', 10)).toBe('ended with 3')
})

test('a command that takes too long is stopped with its child processes', async () => {
  const started = Date.now()

  expect(await command('node -e "setTimeout(() => {}, 60000)" && echo never', 0.5)).toBe(
    'stopped after 0.5 s',
  )
  expect(Date.now() - started).toBeLessThan(10_000)
})
