import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { readArguments, type CliCommand, option } from '../command-line/arguments.ts'
import { sendRequest } from '../send-request.ts'
import { addressIn, connectionOptions } from './connect-to.ts'
import { jsonOption } from './verb.ts'

const options = [
  ...connectionOptions.slice(0, 1),
  jsonOption,
  option('timeout', { value: '<seconds>', isNumber: true, defaultText: '60', help: 'how long at most' }),
]

/** How often a server is asked, in milliseconds. */
const interval = 100

export const waitCommand: CliCommand = {
  name: 'wait',
  forms: { 'wait [options]': 'wait until a server is ready; ends with 1 after the timeout' },
  options,
  async run(argv) {
    const { options: given } = readArguments(argv, options, 0)
    const url = new URL('/__sandbox/ready', addressIn(given))
    const signal = AbortSignal.timeout(Number(given['timeout'] ?? 60) * 1000)
    let state = ''

    while (!signal.aborted) {
      try {
        const { ok, status } = await sendRequest(url, { signal })

        if (ok) {
          if (given['json'] === true) process.stdout.write(`${JSON.stringify({ url: url.origin })}\n`)

          return 0
        }
        state = `returned ${status}`
      } catch (error) {
        if (!signal.aborted) state = messageOf(error)
      }
      await wait(interval)
    }
    process.stderr.write(`entity-sandbox: The server at ${url.origin} is not ready: ${state}.\n`)

    return 1
  },
}
