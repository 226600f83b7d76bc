import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { version } from '../../../data/model/shared/version.ts'
import type { Remote } from '../commands/remote.ts'
import { z } from 'zod'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { builtInUsers } from '../../../data/model/users/users.ts'
import { suggestionOrList } from '../../../data/model/shared/suggestion.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Serves an assistant over stdin and stdout until it disconnects, by the protocol of 2025 or of 2026. */
export async function serveAssistant(remote: Remote): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  // Of the bundled build, which is that of browsers, the transport does not know the streams of a process.
  const transport = new StdioServerTransport(process.stdin, process.stdout)
  const serving = serveStdio(() => serverOf(remote), { transport })

  await ended
  await serving.close()
}

function serverOf(remote: Remote): McpServer {
  const server = new McpServer(
    { name: 'entity-sandbox', version },
    {
      instructions:
        `A sandbox of the entity, status and notification service runs at ${remote.url}. ` +
        'Configure applications with that base URL. The journal lists their requests; faults make requests fail. ' +
        'Fork a sandbox before larger changes. Read the docs with read_doc.',
    },
  )

  addTools(server, remote)
  for (const { name, title, text } of docs()) {
    server.registerResource(name, `docs://${name}`, { title, mimeType: 'text/markdown' }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: text() }],
    }))
  }

  return server
}

const sandbox = z.string().optional().describe('One of the sandboxes; the default one if omitted.')
const anyObject = z.record(z.string(), z.unknown())

/** A tool for an assistant: one or two requests to existing routes. */
interface Tool<Shape extends z.ZodRawShape> {
  readonly description: string
  readonly input: Shape
  readonly isReadOnly?: boolean
  readonly run: (remote: Remote, input: z.infer<z.ZodObject<Shape>>) => unknown
}

function tool<Shape extends z.ZodRawShape>({
  description,
  input,
  isReadOnly = false,
  run,
}: Tool<Shape>): (server: McpServer, name: string, remote: Remote) => void {
  return (server, name, remote) => {
    server.registerTool(
      name,
      {
        description,
        inputSchema: z.object(input),
        annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
      },
      async (given: unknown) => {
        try {
          const result = await run(remote, z.object(input).parse(given))

          return { content: [{ type: 'text' as const, text: textOf(result) }] }
        } catch (error) {
          return { isError: true, content: [{ type: 'text' as const, text: messageOf(error) }] }
        }
      },
    )
  }
}

function textOf(result: unknown): string {
  const shown = result ?? 'Done.'

  return typeof shown === 'string' ? shown : JSON.stringify(shown, null, 1)
}

const tools = {
  describe: tool({
    description: 'Returns the address, contents, clock, faults, health and users of the sandbox.',
    input: { sandbox },
    isReadOnly: true,
    run: async (remote, given) => ({
      base_url: remote.url,
      ...Object(await remote.sendControl('GET', '', undefined, given)),
    }),
  }),
  list_routes: tool({
    description: 'Lists the routes: methods, path and description.',
    input: { find: z.string().optional().describe('Only routes with this text, such as "copy".') },
    isReadOnly: true,
    run: async (remote, { find = '' }) =>
      routesWith(await remote.sendControl('GET', '/routes'), find.toLowerCase()),
  }),
  request: tool({
    description:
      'Sends a request as an application would, to /api or /__sandbox, and returns status and body.',
    input: {
      method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).default('GET'),
      path: z.string().startsWith('/').describe('With its query: /api/entities/1000'),
      body: z.unknown().optional().describe('JSON'),
      as: z
        .enum(builtInUsers.map(({ name }) => name))
        .optional()
        .describe('The user who sends it; "editor" by default.'),
      sandbox,
    },
    run: (remote, given) => remote.request(given.method, given.path, given),
  }),
  find_entities: tool({
    description:
      'Finds entities by an expression, such as Definition.Name=="M.Asset" AND String("Title")=="Leek"; docs: query.',
    input: { query: z.string(), take: z.int().min(1).max(100).default(10), sandbox },
    isReadOnly: true,
    run: (remote, { query, take, ...given }) =>
      remote.request('GET', `/api/entities/query?query=${encodeURIComponent(query)}&take=${take}`, {
        ...given,
        isFromTest: true,
      }),
  }),
  list_sandboxes: tool({
    description: 'Lists the sandboxes; each has its own data and base URL.',
    input: {},
    isReadOnly: true,
    run: (remote) => remote.sendControl('GET', '/sandboxes'),
  }),
  fork_sandbox: tool({
    description: 'Creates a sandbox as a copy of another one, to experiment without affecting that one.',
    input: { from: z.string().default('default'), id: z.string().optional() },
    run: (remote, { from, ...body }) =>
      remote.sendControl('POST', `/sandboxes/${encodeURIComponent(from)}/fork`, body),
  }),
  reset_sandbox: tool({
    description: 'Resets a sandbox to its baseline.',
    input: { sandbox, seed: z.int().optional() },
    run: (remote, { sandbox: id, ...body }) => remote.sendControl('POST', '/reset', body, { sandbox: id }),
  }),
  add_fault: tool({
    description:
      'Makes requests fail or slow: a rule such as {"match":{"path":"/api/entities/*"},"effect":{"kind":"response","status":503}}, or {"preset":"flaky"}; docs: faults.',
    input: { rule: anyObject, sandbox },
    run: (remote, { rule, ...given }) => remote.sendControl('POST', '/faults', rule, given),
  }),
  clear_faults: tool({
    description: 'Removes all faults.',
    input: { sandbox },
    run: (remote, given) => remote.sendControl('DELETE', '/faults', undefined, given),
  }),
  read_journal: tool({
    description:
      'Lists the requests of applications and their responses, with the nearest route and warnings.',
    input: { since: z.int().optional().describe('Only entries after this sequence number.'), sandbox },
    isReadOnly: true,
    run: (remote, { since, ...given }) =>
      remote.sendControl(
        'GET',
        since === undefined ? '/journal' : `/journal?since=${since}`,
        undefined,
        given,
      ),
  }),
  verify: tool({
    description:
      'Verifies that expected requests were received: {"method":"PUT","path":"/api/entities/*","count":1}; docs: journal.',
    input: { expectation: anyObject, sandbox },
    isReadOnly: true,
    run: (remote, { expectation, ...given }) =>
      remote.sendControl('POST', '/journal/verify', expectation, given),
  }),
  read_doc: tool({
    description: 'Reads a page of the documentation, or lists the pages.',
    input: { name: z.string().optional() },
    isReadOnly: true,
    run: (_, { name }) => readDoc(name),
  }),
}

export function addTools(server: McpServer, remote: Remote): void {
  for (const [name, add] of Object.entries(tools)) add(server, name, remote)
}

const RouteList = z.object({
  items: z.array(z.object({ methods: z.array(z.string()), path: z.string(), description: z.string() })),
})

function routesWith(body: unknown, word: string): string {
  return RouteList.parse(body)
    .items.map(({ methods, path, description }) => `${methods.join(', ')} ${path}  ${description}`)
    .filter((line) => line.toLowerCase().includes(word))
    .join('\n')
}

function readDoc(name: string | undefined): string {
  const all = docs()
  const page = all.find((each) => each.name === name)

  if (page) return page.text()
  if (name === undefined) return all.map((each) => `${each.name}: ${each.title}`).join('\n')

  throw new Error(
    `There is no page "${name}". ${suggestionOrList(
      name,
      all.map((each) => each.name),
    )}`,
  )
}

interface Doc {
  /** `faults` */
  readonly name: string
  readonly title: string
  readonly text: () => string
}

/** The package's documentation, which is installed with it. */
export function docs(): Doc[] {
  const folder = docsFolder(dirname(fileURLToPath(import.meta.url)))

  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = () => readFileSync(join(folder, file), 'utf8')

      return { name: file.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(text())?.[1] ?? file, text }
    })
}

/** Beside package.json; the build moves this file, so the parent folders are searched. */
function docsFolder(from: string): string {
  const folder = join(from, 'docs')

  if (existsSync(join(from, 'package.json')) && existsSync(folder)) return folder
  if (dirname(from) === from) throw new Error('Failed to find the documentation: it is not installed.')

  return docsFolder(dirname(from))
}
