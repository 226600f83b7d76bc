/** Run as a separate process: serves the kitchen data through the Node door, and prints the port. */
import { createHandlers } from '../../mocks/msw/index.ts'
import { buildSandbox } from '../../mocks/build-sandbox.ts'
import { listen } from '../../mocks/node/listen.ts'
import { kitchen } from '../../mocks/testing/kitchen-data.ts'

const server = await listen(createHandlers(await buildSandbox(kitchen)))

process.stdout.write(`${server.port}\n`)
