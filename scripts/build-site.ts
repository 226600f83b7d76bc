/**
 * `npm run site`: builds the site of the documentation, the playground and the contract into dist/site, for any static
 * file server. `SITE_BASE=/docs/ npm run site` builds it for a path.
 *
 * Its tools are installed in site/ only: they are large, and bring another version of Vite.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, runOrThrow } from './command.ts'
import { documentOf } from './contract-document.ts'

const site = resolve(root, 'site')
const pages = join(site, '.pages')
/** Pages of the site that are in the project's folder, not in docs/. */
const rootPages = ['CHANGELOG']
const run = (line: string, cwd = root) => runOrThrow(line, 300, cwd)

try {
  await run('npm ci --silent --ignore-scripts --no-audit --no-fund', site)
  copyPages()
  await run('npx vitepress build', site)
  await addPlayground()
  await addContract()
  addLlmsText()
} finally {
  rmSync(pages, { recursive: true, force: true })
}
console.log('The site is in dist/site.')

function copyPages(): void {
  rmSync(pages, { recursive: true, force: true })
  cpSync(join(root, 'docs'), pages, { recursive: true })
  rmSync(join(pages, 'internals'), { recursive: true, force: true }) // for developers of this repository
  for (const name of rootPages) cpSync(join(root, `${name}.md`), join(pages, `${name.toLowerCase()}.md`))
  cpSync(join(site, 'index.md'), join(pages, 'index.md'))

  for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.md')) continue

    const file = join(pages, name)

    writeFileSync(file, withSiteLinks(readFileSync(file, 'utf8')))
  }
}

/** Changes links to lead to pages of the site, and removes links to files that are only in the repository. */
function withSiteLinks(text: string): string {
  return text
    .replace(
      new RegExp(String.raw`\]\(((?:\.\./)*)(${rootPages.join('|')})\.md`, 'g'),
      (_, up: string, name: string) => `](${up.replace('../', './')}${name.toLowerCase()}.md`,
    )
    .replace(/\]\((\.\.\/)?docs\//g, (_, up = '') => `](${up || './'}`)
    .replace(
      /\[((?:[^\]\\]|\\.)+)\]\((?:\.\.\/)*(?:SECURITY|README|LICENSE|examples|mocks|web|e2e|bench|\.ci|scripts)\b[^)]*\)/g,
      '$1',
    )
}

async function addPlayground(): Promise<void> {
  await run('npm run -s build:playground')
  cpSync(join(root, 'dist/playground'), join(root, 'dist/site/playground'), { recursive: true })
}

async function addContract(): Promise<void> {
  const contract = await documentOf({})

  mkdirSync(join(root, 'dist/site'), { recursive: true })
  writeFileSync(join(root, 'dist/site/openapi.json'), JSON.stringify(contract, undefined, 1))
}

/** The pages in Markdown, and the list of them that coding assistants look for (llmstxt.org). */
function addLlmsText(): void {
  const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const lines = names.map((name) => {
    const text = readFileSync(join(root, 'docs', name), 'utf8')

    writeFileSync(join(root, 'dist/site', name), text)

    return `- [${/^# (.+)$/m.exec(text)?.[1] ?? name}](${name})`
  })
  const about =
    'A sandbox of the entity, status and notification service, for front-end development and tests.'

  writeFileSync(
    join(root, 'dist/site/llms.txt'),
    `# entity-sandbox\n\n> ${about}\n\n## Docs\n\n${lines.join('\n')}\n`,
  )
}
