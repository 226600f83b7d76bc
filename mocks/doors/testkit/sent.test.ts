import { expect as base, onTestFinished, test } from 'vitest'
import { createLocalSandbox, type LocalSandbox } from '../../local/local-sandbox.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { withMatchers } from '../vitest/matchers.ts'

const expect = withMatchers(base)

async function sandboxWith(webhooks: string): Promise<LocalSandbox> {
  const sandbox = await createLocalSandbox({ entities: 0, webhooks })

  onTestFinished(() => sandbox.connection.sandbox.dispose())

  return sandbox
}

test('toHaveSent() waits for a message, and counts', async () => {
  const { url } = await openReceiver()
  const sandbox = await sandboxWith(url)
  const { id: TargetId } = await sandbox.give('M.Tag')

  await expect(sandbox).not.toHaveSent('EntityDeleted')
  await expect(sandbox).toHaveSent('EntityCreated', { TargetId }, { count: 1 })
  await expect(sandbox).toHaveSent('EntityCreated')
})

test('toHaveSent() lists what was sent or withheld instead, and the nearest message', async () => {
  const { url } = await openReceiver((response) => response.writeHead(400).end())
  const sandbox = await sandboxWith(url)

  await expect(expect(sandbox).toHaveSent('EntityCreated', {}, { timeout: 0 })).rejects.toThrow(
    'There are no messages to receivers: set the option "webhooks", or give a trigger.',
  )

  const { id } = await sandbox.give('M.Tag')

  await expect(sandbox).toHaveSent('EntityCreated')
  const error: unknown = await expect(sandbox)
    .toHaveSent('EntityUpdated', { TargetId: id }, { timeout: 0 })
    .catch((caught: unknown) => caught)

  base(String(error)).toBe(
    `Error: Expected the sandbox to have sent EntityUpdated {"TargetId":${id}}.
The nearest is request 1, POST / -> 400:
    body.saveEntityMessage.EventType
  -   "EntityUpdated"
  +   "EntityCreated"

Messages to receivers:
  1. EntityCreated ${id} to ${url}: failed. The receiver answered 400.`,
  )
})
