import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../command.ts'
import { projectsAt } from '../projects/table.ts'
import { blocksIn, blocksOf, pagesWithBlocks } from './blocks.ts'
import { isRun, isLongEnough, placeOf, runElsewhere, tutorial, typedPages } from './ledger.ts'

const blocks = pagesWithBlocks.flatMap(blocksOf)

test('every block of the documentation is run: typed with its page, in a project, or by a check', () => {
  const places = blocks
    .filter((block) => isRun(block) && !isLongEnough(block) && block.page !== tutorial)
    .map(placeOf)

  expect(places.filter((place) => !Object.hasOwn(runElsewhere, place))).toEqual([])
})

test('what blocks are said to be run by is there, and so are the blocks', () => {
  const places = new Set(blocks.map(placeOf))
  const projects = projectsAt(0)
  const runners = Object.values(runElsewhere)

  expect(Object.keys(runElsewhere).filter((place) => !places.has(place))).toEqual([])
  expect(runners.filter((name) => !Object.hasOwn(projects, name) && !existsSync(join(root, name)))).toEqual(
    [],
  )
})

test('blocks of JSON are JSON', () => {
  const json = blocks.filter(({ language }) => language === 'json')

  expect(json).not.toEqual([])
  for (const { code } of json) expect(() => JSON.parse(code)).not.toThrow()
})

test('the tutorial says how many commands it takes', () => {
  const commands = blocksOf(tutorial)
    .filter(isLongEnough)
    .flatMap(({ code }) => code.trim().split('\n'))
  const [, said] = /(\d+) commands/.exec(readFileSync(join(root, tutorial), 'utf8')) ?? []

  expect(typedPages).toContain(tutorial)
  expect(commands).toHaveLength(Number(said))
})

test('a block has its heading, its language and the file that it is', () => {
  const text =
    '# Soup\n\n`a.js`, which boils:\n\n```js\nboil()\n```\n\n## Bread\n\n```sh refused\nbake\n```\n'

  expect(blocksIn('soup.md', text)).toEqual([
    { page: 'soup.md', heading: 'Soup', language: 'js', isRefused: false, code: 'boil()\n', file: 'a.js' },
    { page: 'soup.md', heading: 'Bread', language: 'sh', isRefused: true, code: 'bake\n', file: undefined },
  ])
})
