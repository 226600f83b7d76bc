import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const web = resolve(import.meta.dirname, '../web')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
const textOf = (file: string) => readFileSync(resolve(web, file), 'utf8')

test('every hook that the console exports is named in a test', () => {
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  const tests = files.filter(isTest).map(textOf).join('\n')
  const hooks = files
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      Array.from(
        textOf(file).matchAll(/^export (?:function|const) (use[A-Z]\w*)/gm),
        ([, hook = '']) => hook,
      ),
    )

  expect(hooks).toContain('useControl')
  expect(hooks.filter((hook) => !new RegExp(`\\b${hook}\\b`).test(tests))).toEqual([])
})
