import { client, queryClient } from '../../service/client.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'

const directions = {
  undo: { label: 'Undo', opposite: 'redo', message: 'Undid the last change.' },
  redo: { label: 'Redo', opposite: 'undo', message: 'Redid the change.' },
} as const

type UndoDirection = keyof typeof directions

interface UndoOptions {
  /** The number of latest changes that it reverts. */
  readonly changes?: number
  /** The notice shown afterwards. */
  readonly message?: string
  /** The sequence number that the latest change must still have; otherwise nothing is reverted. */
  readonly expected?: number
}

/** Undoes the latest changes of the sandbox's data, or redoes them. */
export async function applyUndo(direction: UndoDirection, options: UndoOptions = {}): Promise<void> {
  const { changes = 1, message = directions[direction].message, expected } = options

  try {
    if (expected !== undefined && (await latestChange()) !== expected) {
      throw new Error(
        'Something else has changed since then. You can undo changes in order on the Sandbox page.',
      )
    }
    for (let step = 0; step < changes; step++) await client.POST(`/__sandbox/${direction}`)
    await offer(directions[direction].opposite, message, { changes })
  } catch (error) {
    showFailure(error)
  }
  await queryClient.invalidateQueries()
}

/**
 * Shows a notice whose button undoes changes; if anything else has changed since, it only says so.
 *
 * @param before the latest change before the action: if it still is, nothing was changed, and there is no button
 */
export function offerUndo(message: string, options: UndoOptions = {}, before?: number): void {
  offer('undo', message, options, before).catch(showFailure)
}

async function offer(
  direction: UndoDirection,
  message: string,
  options: UndoOptions,
  before?: number,
): Promise<void> {
  const expected = await latestChange()
  const run = () => void applyUndo(direction, { ...options, expected })

  showNotice(message, expected === before ? undefined : { label: directions[direction].label, run })
}

/** The sequence number of the latest change that is not undone. */
export async function latestChange(): Promise<number> {
  const { data } = await client.GET('/__sandbox/changes')

  return data.items.find(({ is_undone }) => !is_undone)?.sequence ?? 0
}
