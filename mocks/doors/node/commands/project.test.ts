import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../../testing/listening.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { called } from '../upstream/testing/commands.ts'
import { commands } from './command.ts'

test('wait ends when the server is ready, and with 1 and the reason after its timeout', async () => {
  let isReady = false
  const server = createServer((_, response) => response.writeHead(isReady ? 200 : 503).end())
  const at = `http://127.0.0.1:${await listening(server)}`

  expect(await called('wait', '--at', at, '--timeout', '0.3')).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${at} is not ready: returned 503.`),
  })
  setTimeout(() => (isReady = true), 200)
  expect(await called('wait', '--at', at)).toEqual({ code: 0, out: '' })
  expect(await called('wait', '--at', at, '--json')).toEqual({
    code: 0,
    out: `${JSON.stringify({ url: at })}\n`,
  })
})

test('init writes a configuration that start accepts, once, and says what to add for the packages of the project', async () => {
  const folder = temporaryFolder({ 'package.json': '{"devDependencies":{"vite":"8","vitest":"4"}}' })
  const cwd = process.cwd()

  process.chdir(folder)
  onTestFinished(() => process.chdir(cwd))
  const { code, out } = await called('init')

  expect(code).toBe(0)
  expect(out).toContain('"sandbox": "entity-sandbox"')
  expect(out).toContain('entity-sandbox/vite')
  expect(out).not.toContain('playwright')
  expect(readFileSync(join(folder, 'sandbox.config.ts'), 'utf8')).toMatch(
    /^\/\/ For the command line;[^]*defineSandbox\({/,
  )
  expect(await called('init')).toMatchObject({ code: 2, out: expect.stringContaining('already') })
})

test.each(['bash', 'zsh'])('completion %s has every command and option', async (shell) => {
  const { code, out } = await called('completion', shell)

  expect(code).toBe(0)
  for (const { name, options } of commands) {
    expect(out).toContain(name)
    for (const { flag } of options.filter(({ isInFileOnly }) => !isInFileOnly)) expect(out).toContain(flag)
  }
})

test('completion without a shell is wrong usage', async () => {
  expect(await called('completion', 'tcsh')).toMatchObject({ code: 2 })
})

test.skipIf(spawnSync('bash', ['--version']).status !== 0)(
  'bash completes commands, and the options of one',
  async () => {
    const { out } = await called('completion', 'bash')
    const complete = (...words: string[]) =>
      spawnSync('bash', [
        '-c',
        `${out}COMP_WORDS=(entity-sandbox ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _entity_sandbox; echo "\${COMPREPLY[@]}"`,
      ]).stdout.toString()

    expect(complete('sna')).toBe('snapshot\n')
    expect(complete('logs', '--fol')).toBe('--follow\n')
  },
)
