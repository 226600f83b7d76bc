import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { version } from '../../../data/model/shared/version.ts'
import type { Remote } from '../commands/remote.ts'
import { docs, addTools } from './tools.ts'

/** Serves an assistant over stdin and stdout until it disconnects. */
export async function serveAssistant(remote: Remote): Promise<void> {
  const server = new McpServer(
    { name: 'entity-sandbox', version },
    {
      instructions:
        `A sandbox of the entity, status and notification service runs at ${remote.url}. ` +
        'Configure applications with that base URL. The journal lists their requests; faults make requests fail. ' +
        'Fork a sandbox before larger changes. Read the docs with read_doc.',
    },
  )
  const transport = new StdioServerTransport()

  addTools(server, remote)
  for (const { name, title, text } of docs()) {
    server.registerResource(name, `docs://${name}`, { title, mimeType: 'text/markdown' }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: text() }],
    }))
  }

  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })

  await server.connect(transport)
  await ended
  await server.close()
}
