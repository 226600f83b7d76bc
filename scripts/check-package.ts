/** Packs the package and checks it as users get it: its manifest and types, then installed and run. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import { root, runOrThrow } from './command.ts'
import { isDeep } from '../mocks/testing/scale.ts'
import { block } from './docs/blocks.ts'
import { writeTypescriptBlocks } from './docs/typescript-blocks.ts'
import { specifiers, tarball, version } from './package-entries.ts'
import { inProject, type CreatedProject } from './projects/project.ts'
import { checkPublicTypes } from './public-types.ts'

const packed = dirname(tarball)
const run = (line: string, cwd = root) => runOrThrow(line, 180, cwd)
const typed = resolve(root, 'scripts/typed')
/** Entries that need no peer dependency. */
const standalone = specifiers.filter((name) => !/\/(msw|playwright|vitest|jest)$/.test(name))
const imports = standalone.map((name) => `import '${name}'\n`)

rmSync(packed, { recursive: true, force: true })
mkdirSync(packed, { recursive: true })

await run(`npm pack --silent --pack-destination "${packed}"`)
checkPublicTypes()
await run(`publint "${tarball}" --strict`)
if (isDeep) await run(`attw "${tarball}" --profile esm-only --format ascii --no-emoji --no-summary`)
// The file of `entity-sandbox types`, the types of the entries without skipLibCheck, and the blocks of the documentation.
await run(`node "${resolve(root, 'dist/doors/node/bin.js')}" types > entities.d.ts`, typed)
writeTypescriptBlocks(resolve(typed, 'blocks'))
await run('tsc --singleThreaded -p .', typed)
await inProject(
  {
    files: {
      'index.js': imports.join(''),
      // The types of the Vite plugin import those of Vite.
      'index.ts': imports.filter((line) => !line.includes('/vite')).join(''),
      'main.ts': "import 'entity-sandbox'",
      'sandbox.config.ts': `
        import { defineSandbox } from 'entity-sandbox'
        export default defineSandbox({ port: 0 as number })`,
    },
  },
  checkInstalled,
)

/** These entries can be imported, and the command starts as configured. */
async function checkInstalled({ folder, run }: CreatedProject): Promise<void> {
  await run('node index.js')
  // Also the main entry alone: the types of another may bring what its own lack.
  for (const file of ['index.ts', 'main.ts'])
    await run(
      `tsc --singleThreaded --ignoreConfig --noEmit --strict --target es2022 --module nodenext --types "" ${file}`,
    )
  await run('npx --no -- entity-sandbox --version')
  await checkStart(folder)
  await checkAssistant(folder)
}

async function checkStart(project: string): Promise<void> {
  const bin = join(project, 'node_modules/entity-sandbox/dist/doors/node/bin.js')
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

async function urlIn(output: Readable): Promise<string> {
  let text = ''

  for await (const chunk of output) {
    text += String(chunk)
    const [, url] = /Base URL\s+(\S+)\s/.exec(text) ?? []
    if (url) return url
  }
  throw new Error(`The installed server did not start: ${text || 'it printed nothing.'}`)
}

/** Starts the MCP server with the settings of docs/command-line.md. */
async function checkAssistant(project: string): Promise<void> {
  const { mcpServers } = z
    .object({
      mcpServers: z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) })),
    })
    .parse(JSON.parse(block('docs/command-line.md', 'Coding assistants')))
  const client = new Client({ name: 'check', version })

  try {
    for (const settings of Object.values(mcpServers)) {
      await client.connect(new StdioClientTransport({ ...settings, cwd: project }))

      const { content } = await client.callTool({
        name: 'request',
        arguments: { path: '/api/entities/1000' },
      })

      if (!JSON.stringify(content).includes('M.Asset')) throw new Error('mcp does not return an entity.')
    }
  } finally {
    await client.close()
  }
}
