import { buildSandbox } from '../mocks/local/build-sandbox.ts'
import { collectionsOf } from '../mocks/local/collections/load.ts'
import type { Sandbox } from '../mocks/sandbox/sandbox.ts'
import { withSnapshot } from '../mocks/sandbox/state/sandbox-state.ts'
import { median } from './processes.ts'

const rounds = 200

const finding = '100 finds by id in sandbox.collections'

export const steps = ['fork', 'snapshot', 'restore', 'reset', 'undo', finding] as const
export type Step = (typeof steps)[number]

/** Median times of each step, in milliseconds; the finds are of the same entities each time. Before a restore, reset or undo, an entity is changed. */
export async function measureForks(entities: number): Promise<Record<Step, number>> {
  const sandbox = await buildSandbox({ entities })
  const times: Record<Exclude<Step, typeof finding>, number[]> = {
    fork: [],
    snapshot: [],
    restore: [],
    reset: [],
    undo: [],
  }
  const finds: number[] = []
  const { entities: records } = await collectionsOf(sandbox)
  const ids = records.all().map(({ id }) => id)

  for (let round = 0; round < rounds; round++) {
    finds.push(
      await time(() => {
        for (let find = 0; find < 100; find++)
          records.findFirst((query) => query.where({ id: ids[(find * 7919) % ids.length] ?? 0 }))
      }),
    )
    times.fork.push(await time(() => sandbox.fork('fork')))
    times.snapshot.push(
      await time(() =>
        sandbox.change(
          (draft) => (draft.checkpoints = withSnapshot(draft.checkpoints, 'before', draft.checkpoint())),
        ),
      ),
    )
    change(sandbox, round)
    times.undo.push(await time(() => sandbox.undoOrRedo('undo')))
    change(sandbox, round)
    times.restore.push(
      await time(() =>
        sandbox.change((draft) => {
          const saved = draft.checkpoints.snapshots.get('before')

          if (saved) draft.restore(saved, 'restore', { clock: true })
        }),
      ),
    )
    change(sandbox, round)
    times.reset.push(await time(() => sandbox.reset()))
  }

  const { fork, snapshot, restore, reset, undo } = times

  return {
    fork: median(fork),
    snapshot: median(snapshot),
    restore: median(restore),
    reset: median(reset),
    undo: median(undo),
    [finding]: median(finds),
  }
}

/** Changes one entity. */
export function change(sandbox: Sandbox, version: number): void {
  sandbox.change((draft) => {
    const entity = draft.entities.get(1000)

    if (entity) draft.entities.put({ ...entity, version: entity.version + version + 1 })
  })
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now()

  await work()

  return performance.now() - start
}
