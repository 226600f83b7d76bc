/** Uses of the doors, checked by the compiler. */
import { startSandbox } from '../doors/browser/index.ts'
import { createSandbox, defineScenario, type LocalSandbox } from '../index.ts'
import { createHandlers } from '../doors/msw/index.ts'
import { defineSandbox, listen, openPersisted } from '../doors/node/index.ts'
import { entitySandbox } from '../doors/vite/index.ts'

export async function sandboxesAreServed(sandbox: LocalSandbox): Promise<string> {
  const { sandboxes } = await openPersisted('./data', { seed: 7, flush: true })

  await listen(sandboxes, { port: 4010, cors: ['https://app.example'] })
  await listen(createHandlers(sandbox), { console: 'built' })
  // @ts-expect-error a port is a number
  await listen(sandbox, { port: '4010' })

  return (await listen(sandbox)).url
}

export async function optionsAreTyped(): Promise<void> {
  await createSandbox({ seed: 7, entities: 200, auth: 'required' })
  // @ts-expect-error no such option
  await createSandbox({ sead: 7 })
  // @ts-expect-error no such way to sign in
  await createSandbox({ auth: 'optional' })
  await startSandbox({ transport: 'worker', persist: false })
  // @ts-expect-error no such transport
  await startSandbox({ transport: 'socket' })
  entitySandbox({ entities: 200 })
  // @ts-expect-error no such option
  entitySandbox({ entitees: 200 })
}

export const configuration = defineSandbox({
  port: 4200,
  definitions: './my.json',
  scenarios: [
    defineScenario({
      name: 'slow',
      description: 'Everything takes a second.',
      faults: [{ match: {}, effect: { kind: 'latency', ms: 1000 } }],
    }),
  ],
})

defineScenario({
  name: 'slow',
  description: 'Everything takes a second.',
  // @ts-expect-error no such effect
  faults: [{ match: {}, effect: { kind: 'latancy' } }],
})
