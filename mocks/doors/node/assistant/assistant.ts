import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { version } from '../../../data/model/shared/version.ts'
import { addressIn, type Connected, type Connection, connectTo } from '../commands/connect-to.ts'
import { textOf, type Verb } from '../commands/verb.ts'
import { defaultBodyLimit } from '../../../service/http/declare-route.ts'
import { toFetchRequest, toReply } from '../../../service/http/msw/msw-handler.ts'
import type { Reply } from '../../../service/http/replies/reply.ts'
import type { ServiceRequest } from '../../../service/http/service-request.ts'
import { verbs } from '../commands/verbs.ts'
import { z } from 'zod'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { suggestionOrList } from '../../../data/model/shared/suggestion.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Serves an assistant over stdin and stdout until it disconnects, by the protocol of 2025 or of 2026.
 *
 * @param options of the connection to the sandbox
 */
export async function serveAssistant(options: Connection): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  // Of the bundled build, which is that of browsers, the transport does not know the streams of a process.
  const transport = new StdioServerTransport(process.stdin, process.stdout)
  const connect: Connect = (named) => connectTo({ ...options, ...named })
  const serving = serveStdio(() => serverOf(addressIn(options), connect), { transport })

  await ended
  await serving.close()
}

/**
 * Responds to one request of an assistant, by the protocol of 2025 or of 2026; nothing remains of it.
 *
 * @param address of the sandbox, as the assistant's client knows it
 */
export async function answerAssistant(
  request: ServiceRequest,
  address: string,
  connect: Connect,
): Promise<Reply> {
  const { fetch } = createMcpHandler(() => serverOf(address, connect), {
    maxRequestBodySize: defaultBodyLimit,
  })

  return toReply(await fetch(toFetchRequest(request)))
}

/** Connects to the sandbox that a call names, or else to that at the base URL. */
type Connect = (named: z.infer<typeof Named>) => Promise<Connected>

function serverOf(address: string, connect: Connect): McpServer {
  const server = new McpServer(
    { name: 'entity-sandbox', version },
    {
      instructions:
        `A sandbox of the entity, status and notification service runs at ${address}. ` +
        'Configure applications with that base URL. The journal lists their requests; faults make requests fail. ' +
        'Fork a sandbox before larger changes. Read the docs with read_doc.',
    },
  )

  addTools(server, connect)
  for (const { name, title, text } of docs()) {
    server.registerResource(name, `docs://${name}`, { title, mimeType: 'text/markdown' }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: text() }],
    }))
  }

  return server
}

const Named = z.object({
  sandbox: z.string().optional().describe('One of the sandboxes, if not the one at that base URL.'),
})

/** The verbs as tools, each in a sandbox of the assistant's choice, and one that reads the documentation. */
function addTools(server: McpServer, connect: Connect): void {
  for (const { name, help, input, isCommandOnly, isReadOnly = false, call } of verbs) {
    if (isCommandOnly) continue

    const description = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`

    addTool(server, name, { description, isReadOnly, input: input.extend(Named.shape) }, async (given) => {
      return (await call(() => connect(Named.parse(given)), given)).result
    })
  }
  addTool(
    server,
    'read_doc',
    {
      description: 'Reads a page of the documentation, or lists the pages.',
      isReadOnly: true,
      input: z.object({ name: z.string().optional() }),
    },
    (given) => readDoc('name' in given ? String(given.name) : undefined),
  )
}

function addTool(
  server: McpServer,
  name: string,
  { description, isReadOnly, input }: Pick<Verb, 'input'> & { description: string; isReadOnly: boolean },
  run: (given: object) => unknown,
): void {
  const annotations = { readOnlyHint: isReadOnly, openWorldHint: false }

  server.registerTool(name, { description, inputSchema: input, annotations }, async (given: object) => {
    try {
      return { content: [{ type: 'text' as const, text: textOf(await run(given)) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text' as const, text: messageOf(error) }] }
    }
  })
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

/** The package's documentation, which is installed with it: pages by their names, such as `controls`. */
export function docs() {
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
