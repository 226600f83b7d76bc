import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { version } from '../../../data/model/shared/version.ts'
import type { Remote } from '../commands/remote.ts'
import { docs, addTools } from './tools.ts'

/** Serves an assistant over stdin and stdout until it disconnects, by the protocol of 2025 or of 2026. */
export async function serveAssistant(remote: Remote): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
  })
  const serving = serveStdio(() => serverOf(remote))

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
