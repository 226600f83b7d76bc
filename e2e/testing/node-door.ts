/** Run as a separate process: serves the kitchen data through the Node door, and prints the port. */
import { kitchen } from '../../mocks/testing/kitchen-data.ts'
import { serveSandbox } from './serve-sandbox.ts'

const server = await serveSandbox(kitchen)

process.stdout.write(`${server.port}\n`)
