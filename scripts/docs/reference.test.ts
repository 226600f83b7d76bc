import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../command.ts'
import { documentOf } from '../contract-document.ts'
import { pagesWithBlocks } from './blocks.ts'
import { reference, verbsOf } from './reference.ts'
import { routeTables } from './routes.ts'

test('docs/reference.md is up to date with the code', async () => {
  // To bring the file up to date: npm run generate
  await expect(reference()).toMatchFileSnapshot(resolve(root, 'docs/reference.md'))
})

test('docs/internals/routes.md lists every operation of the contract', async () => {
  await expect(routeTables(await documentOf({ entities: 0 }))).toMatchFileSnapshot(
    resolve(root, 'docs/internals/routes.md'),
  )
})

test('every verb has a comment', () => {
  const undocumented = reference()
    .split('\n')
    .filter((line) => /^\| `[^`]+` \| +\|$/.test(line))

  expect(undocumented).toEqual([])
})

test('the verbs that pages show exist', () => {
  const verbs = new Set(Array.from(reference().matchAll(/^\| `(\w+)\(/gm), ([, name = '']) => name))
  const usedVerbs = pagesWithBlocks.flatMap((page) =>
    Array.from(
      readFileSync(resolve(root, page), 'utf8').matchAll(/\bsandbox\.(?:clock\.)?(\w+)\(/g),
      ([, name = '']) => name,
    ),
  )

  expect(usedVerbs.filter((name) => !verbs.has(name) && name !== 'connect')).toEqual([])
})

test('verbs are listed with their parameters and comments, unless they are internal', () => {
  const source = `export class Pot {
  readonly #lid = 1

  /** Boils
   * something. */
  async boil<T = string>(
    what: T,
    about: { long?: boolean } = {},
  ): Promise<void> {
    await what
  }

  /** @internal */
  hidden(): void {}
}`

  expect(verbsOf(source)).toEqual([
    {
      signature: 'boil(what: T, about: { long?: boolean } = {}): Promise<void>',
      description: 'Boils something.',
    },
  ])
})
