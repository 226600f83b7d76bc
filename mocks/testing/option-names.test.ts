import { expect, test } from 'vitest'
import { createClient } from '../client/index.ts'
import { createFetchHandler } from '../doors/fetch/index.ts'
import { createHandlers } from '../doors/msw/index.ts'
import { connect, listen } from '../doors/node/index.ts'
import { SeededSandboxes } from '../doors/testkit/seeded-sandboxes.ts'
import { entitySandbox } from '../doors/vite/index.ts'
import { kitchenSandbox } from './kitchen.ts'

const sandbox = await kitchenSandbox()

// Callers in JavaScript have no types: a cast stands for them.
test.each<[name: string, given: object, message: RegExp, open: (options: never) => unknown]>([
  ['entitySandbox', { entites: 5 }, /"entites"\. Did you mean "entities"/, entitySandbox],
  ['entitySandbox', { controltoken: 'x' }, /Did you mean "controlToken"/, entitySandbox],
  ['entitySandbox', { mode: 'brower' }, /mode: "brower" .*Did you mean "browser"/, entitySandbox],
  ['listen', { controltoken: 'x' }, /Did you mean "controlToken"/, async (o) => listen(sandbox, o)],
  ['createHandlers', { idleLimt: 5 }, /Did you mean "idleLimit"/, (o) => createHandlers(sandbox, o)],
  ['createFetchHandler', { pth: '/x' }, /Did you mean "path"/, (o) => createFetchHandler(sandbox, o)],
  ['connect', { sandbx: 'x' }, /Did you mean "sandbox"/, (o) => connect('http://127.0.0.1:1', o)],
  ['createClient', { baseURl: 'x' }, /Did you mean "baseUrl"/, createClient],
  [
    'seedSandboxes',
    { unhandeld: 'x' },
    /"unhandled"/,
    (o) => new SeededSandboxes(['unhandled']).fork(o, 'a'),
  ],
])('%s rejects unknown options, and names the nearest: %j', async (_, given, message, open) => {
  await expect((async () => open(given as never))()).rejects.toThrow(message)
})
