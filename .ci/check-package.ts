/** Packs the package and checks it as users get it: its manifest and types, then installed and run. */
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { z } from 'zod'
import { root, runOrThrow } from './command.ts'
import { block } from './docs/blocks.ts'
import {
  dependencies,
  entries,
  isWithin,
  peers,
  standaloneEntries,
  tarball,
  version,
} from './package-entries.ts'

const packed = dirname(tarball)
const run = (line: string, cwd = root) => runOrThrow(line, 180, cwd)

rmSync(packed, { recursive: true, force: true })
mkdirSync(packed, { recursive: true })

await run(`npm pack --silent --pack-destination "${packed}"`)
await run(`publint "${tarball}" --strict`)
await run(`attw "${tarball}" --profile esm-only --format ascii --no-emoji --no-summary`)
checkTypes()
await checkGeneratedTypes()
checkLinks()
await checkInstalled()

/** Imports of the published types must come with the package, or be peer dependencies. */
function checkTypes(): void {
  const files = new Set(entries.map((name) => resolve(root, 'dist', `${name}.d.ts`)))

  for (const file of files) {
    // Examples in comments import the package itself.
    const types = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

    for (const [, id = ''] of types.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      if (id.startsWith('.')) files.add(resolve(dirname(file), id.replace(/\.ts$/, '.d.ts')))
      else if (!isBuiltin(id) && !isWithin([...peers, ...dependencies], id)) {
        throw new Error(
          `${file} imports types of ${id}, which is neither a dependency nor a peer dependency.`,
        )
      }
    }
  }
  console.log(
    `The types of ${entries.length} entries (${files.size} files) import nothing that is not installed.`,
  )
}

/** Compiles .ci/typed with the file of `entity-sandbox types`, and the types of the entries without skipLibCheck. */
async function checkGeneratedTypes(): Promise<void> {
  const folder = resolve(root, '.ci', 'typed')

  await run(`node "${resolve(root, 'dist', 'node', 'bin.js')}" types > entities.d.ts`, folder)
  await run('tsc -p .', folder)
}

/** The targets of README's links must be in the package. */
function checkLinks(): void {
  const listing = execFileSync('tar', ['-tzf', basename(tarball)], { cwd: packed, encoding: 'utf8' })
  const paths = listing.split(/\r?\n/).map((path) => path.replace(/^package\//, ''))
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8')

  for (const [, target = ''] of readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
    if (!paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`))) {
      throw new Error(`README.md links to ${target}, which is not in the package.`)
    }
  }
  for (const required of ['LICENSE', 'dist/LICENCES.md']) {
    if (!paths.includes(required)) throw new Error(`The package lacks ${required}.`)
  }
}

/** In an otherwise empty project: entries that need no peer dependency can be imported, and the configured command starts. */
async function checkInstalled(): Promise<void> {
  const project = mkdtempSync(join(tmpdir(), 'entity-sandbox-'))
  const imports = standaloneEntries
    .filter((name) => name.endsWith('index'))
    .map((name) => `import '${join('entity-sandbox', dirname(name)).replaceAll('\\', '/')}'`)
  const config = `
    import { defineSandbox } from 'entity-sandbox/node'
    export default defineSandbox({ port: 0 as number })`

  try {
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    writeFileSync(join(project, 'index.js'), imports.join('\n'))
    writeFileSync(join(project, 'sandbox.config.ts'), config)
    await run(`npm install --silent --no-audit --no-fund --prefer-offline "${tarball}"`, project)
    copyFileSync(resolve(root, 'examples', 'script', 'script.js'), join(project, 'script.js'))
    await run('node index.js', project)
    // The types of the Vite plugin import those of Vite.
    writeFileSync(join(project, 'index.ts'), imports.filter((line) => !line.includes('/vite')).join('\n'))
    await run(
      'tsc --ignoreConfig --noEmit --strict --target es2022 --module nodenext --types "" index.ts',
      project,
    )
    await run('node script.js', project)
    await run('npx --no -- entity-sandbox --version', project)
    await checkStart(project)
    await checkAssistant(project)
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

async function checkStart(project: string): Promise<void> {
  const bin = join(project, 'node_modules', 'entity-sandbox', 'dist', 'node', 'bin.js')
  const server = spawn(process.execPath, [bin], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  })
  let errors = ''

  server.stderr.on('data', (text) => (errors += String(text)))

  try {
    const url = await urlIn(server.stdout)
    // The contract first: it needs what other requests load.
    for (const path of ['/openapi.json', '/api/entities/1000', '/']) {
      const { status } = await fetch(`${url}${path}`)
      if (status !== 200) throw new Error(`The installed server returns ${status} to GET ${path}.`)
    }
    // Its stdout was closed when the URL had been read, which must not cause errors.
    if (errors !== '') throw new Error(`The installed server reports errors: ${errors}`)
    console.log('Installed in an empty project, the command starts, responds and serves the console.')
  } finally {
    server.kill()
  }
}

/** Starts the MCP server with the settings of docs/assistants.md. */
async function checkAssistant(project: string): Promise<void> {
  const settings = z
    .object({
      mcpServers: z.object({
        'entity-sandbox': z.object({ command: z.string(), args: z.array(z.string()) }),
      }),
    })
    .parse(JSON.parse(block('docs/assistants.md', 'Coding assistants')))
  const client = new Client({ name: 'check', version })

  try {
    await client.connect(new StdioClientTransport({ ...settings.mcpServers['entity-sandbox'], cwd: project }))

    const { content } = await client.callTool({ name: 'request', arguments: { path: '/api/entities/1000' } })
    const { tools } = await client.listTools()
    const { resources } = await client.listResources()

    if (!JSON.stringify(content).includes('M.Asset')) throw new Error('mcp does not return an entity.')
    console.log(
      `Installed, the MCP server responds, with ${tools.length} tools and ${resources.length} pages.`,
    )
  } finally {
    await client.close()
  }
}

async function urlIn(output: Readable): Promise<string> {
  let text = ''

  for await (const chunk of output) {
    text += String(chunk)
    const [, url] = /Base URL\s+(\S+)\s/.exec(text) ?? []
    if (url) return url
  }
  throw new Error(`The installed server did not start: ${text || 'it printed nothing.'}`)
}
