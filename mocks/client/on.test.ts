import { expect, test, vi } from 'vitest'
import { listen } from '../doors/node/listen.ts'
import { createLocalSandbox } from '../local/local-sandbox.ts'
import { connect } from './remote-connection.ts'

test('on() tells a function what happens to entities, in the process and from a server, until it is ended', async () => {
  await using local = await createLocalSandbox({ entities: 0 })
  await using server = await listen(local)
  await using remote = await connect(server.url)

  for (const sandbox of [local, remote]) {
    const [created, updated, deleted] = [
      vi.fn<(message: object) => void>(),
      vi.fn<(message: object) => void>(),
      vi.fn<(message: object) => void>(),
    ]
    const end = await sandbox.on('entity.created', created)

    await sandbox.on('entity.updated', updated)
    await sandbox.on('entity.deleted', deleted)

    const tag = await sandbox.give('M.Tag')

    await vi.waitFor(() => expect(created).toHaveBeenCalledTimes(1))
    end()
    await sandbox.give('M.Tag')
    await sandbox.change(tag, { TagName: { 'en-US': 'Leek' } })
    await sandbox.remove(tag.id)
    await vi.waitFor(() => expect(deleted).toHaveBeenCalledTimes(1))

    expect(created).toHaveBeenCalledTimes(1)
    expect(updated).toHaveBeenCalledTimes(1)
    expect(updated).toHaveBeenCalledWith({
      context: { sandbox: 'default', trigger: null },
      saveEntityMessage: expect.objectContaining({
        EventType: 'EntityUpdated',
        TargetId: tag.id,
        Version: 2,
      }),
    })
  }
})

test('a sandbox that is closed tells nothing any more', async () => {
  const local = await createLocalSandbox({ entities: 0 })
  const told = vi.fn<(message: object) => void>()

  await local.on('entity.created', told)
  await local.close()
  local.connection.sandbox.change((draft) => {
    const [entity] = draft.entities.all()

    if (entity) draft.entities.delete(entity.id)
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(told).not.toHaveBeenCalled()
})
