import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSandbox } from '../../mocks/index.ts'
import { root } from '../command.ts'
import { projectsAt } from '../projects/table.ts'
import { blocksIn, blocksOf, pagesWithBlocks } from './blocks.ts'
import {
  blockRunners,
  isPageCommand,
  mustBeRun,
  pagesWithCommands,
  placeOf,
  tutorial,
} from './block-runners.ts'

const blocks = pagesWithBlocks.flatMap(blocksOf)

test('every block of the documentation is run: with the commands of its page, in a project, or by a check', () => {
  const places = blocks
    .filter((block) => mustBeRun(block) && !isPageCommand(block) && block.page !== tutorial)
    .map(placeOf)

  expect(places.filter((place) => !Object.hasOwn(blockRunners, place))).toEqual([])
})

test('the listed blocks exist, and so do the projects and files that run them', () => {
  const places = new Set(blocks.map(placeOf))
  const projects = projectsAt(0)
  const runners = Object.values(blockRunners)

  expect(Object.keys(blockRunners).filter((place) => !places.has(place))).toEqual([])
  expect(runners.filter((name) => !Object.hasOwn(projects, name) && !existsSync(join(root, name)))).toEqual(
    [],
  )
})

test.each([
  ['json', (code: string): unknown => JSON.parse(code)],
  ['yaml', (code: string): unknown => parse(code)],
] as const)('blocks of %s can be parsed', (language, parseBlock) => {
  const written = blocks.filter((block) => block.language === language)

  expect(written).not.toEqual([])
  for (const { code } of written) expect(parseBlock(code)).toBeInstanceOf(Object)
})

test('no command has a token or password among its options, which other users of the machine can list', () => {
  const commands = blocks.filter(({ language }) => language === 'sh' || language === 'yaml')

  expect(commands.filter(({ code }) => /-token\b|:\/\/\S*:\S*@/.test(code)).map(placeOf)).toEqual([])
})

test('what the first page and the field of queries suggest to search for is found in the built-in data', async () => {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
  const [, word = ''] = /search for `(\w+)`/.exec(textOf('site/index.md')) ?? []
  const [, query = ''] =
    /placeholder="(Definition[^"]+)"/.exec(textOf('web/features/entities/filter-bar.tsx')) ?? []
  await using sandbox = await createSandbox({})

  for (const suggested of [`FullText=='${word}'`, query]) {
    const found = await sandbox.fetch(`/api/entities/query?query=${encodeURIComponent(suggested)}`)

    expect(await found.json()).toMatchObject({
      items: expect.arrayContaining([expect.anything()]),
    })
  }
})

test('the tutorial states how many commands it takes', () => {
  const commands = blocksOf(tutorial)
    .filter(isPageCommand)
    .flatMap(({ code }) => code.trim().split('\n'))
  const [, stated] = /(\d+) commands/.exec(readFileSync(join(root, tutorial), 'utf8')) ?? []

  expect(pagesWithCommands).toContain(tutorial)
  expect(commands).toHaveLength(Number(stated))
})

test('a block has its heading, its language and its file name', () => {
  const text =
    '# Soup\n\n`a.js`, which boils:\n\n```js\nboil()\n```\n\n## Bread\n\n```sh rejected\nbake\n```\n'

  expect(blocksIn('soup.md', text)).toEqual([
    { page: 'soup.md', heading: 'Soup', language: 'js', isRejected: false, code: 'boil()\n', file: 'a.js' },
    { page: 'soup.md', heading: 'Bread', language: 'sh', isRejected: true, code: 'bake\n', file: undefined },
  ])
})
