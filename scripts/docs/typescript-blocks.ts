import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from './block-runners.ts'
import { block, blocksOf, pagesWithBlocks } from './blocks.ts'

/** What a page says, shows or imports before its blocks below a heading. */
const preludes: Readonly<Record<string, string>> = {
  'docs/browser.md: Handlers of your own': "import { startSandbox } from 'entity-sandbox/browser'",
  'docs/existing-clients.md: Commands and scripts': "import { defineSandbox } from 'entity-sandbox'",
  'docs/testing.md: Vitest, Jest, node:test':
    'declare function renameAsset(api: string, id: number, title: string): Promise<void>',
  'docs/testing.md: Typed by your definitions':
    "import type { Sandbox } from 'entity-sandbox'\ndeclare const sandbox: Sandbox",
}

/** Continue the block before them. */
const continued = ['docs/existing-clients.md: The typed client']

/** Needs a file that another program generates; the example of that page compiles it. */
const notCompiled = 'docs/existing-clients.md: A client by another generator'

/** Writes the blocks of TypeScript as files of a folder, for the compiler. */
export function writeTypescriptBlocks(folder: string): void {
  const places = pagesWithBlocks
    .flatMap(blocksOf)
    .filter(({ language }) => language === 'ts' || language === 'tsx')
    .map((each) => ({ ...each, place: placeOf(each) }))
    .filter(({ place }) => place !== notCompiled)
  const unused = [...Object.keys(preludes), ...continued].filter(
    (listed) => !places.some(({ place }) => place === listed),
  )

  if (unused.length > 0) throw new Error(`No page has TypeScript at ${unused.join(', ')}.`)

  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // A module that a page imports and leaves to its reader.
  writeFileSync(
    join(folder, 'handlers.ts'),
    "import type { HttpHandler } from 'msw'\nexport declare const mine: HttpHandler[]\n",
  )
  for (const [index, { page, heading, place, language, code }] of places.entries()) {
    const isContinued = continued.includes(place) && code !== block(page, heading)
    const lines = [
      `// ${place}`,
      preludes[place] ?? '',
      isContinued ? block(page, heading) : '',
      code,
      'export {}',
    ]

    writeFileSync(join(folder, `block-${index + 1}.${language}`), lines.join('\n'))
  }
}
