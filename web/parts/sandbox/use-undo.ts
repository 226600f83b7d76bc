import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client } from '../../service/client.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'

type UndoDirection = 'undo' | 'redo'

interface UndoOptions {
  /** The number of changes. */
  readonly changes?: number
  /** The notice shown afterwards. */
  readonly message?: ReactNode
  /** The sequence number that the latest change must still have; otherwise nothing is reverted. */
  readonly expected?: number
}

/** Undoes the latest changes of the sandbox's data, or redoes them. */
export function useUndo() {
  const queryClient = useQueryClient()

  const apply = async (
    direction: UndoDirection,
    { changes = 1, message = messages[direction], expected }: UndoOptions = {},
  ) => {
    try {
      if (expected !== undefined && (await latestChange()) !== expected) {
        throw new Error(
          'Something else has changed since then. You can undo changes in order on the Sandbox page.',
        )
      }
      for (let step = 0; step < changes; step++) await client.POST(`/__sandbox/${direction}`)
      await notify(message, direction === 'undo' ? 'redo' : 'undo', changes)
    } catch (error) {
      showFailure(error)
    }
    await queryClient.invalidateQueries()
  }

  /** Shows a notice whose button reverts these changes; if anything else has changed since, it only says so. */
  const notify = async (
    message: ReactNode,
    direction: UndoDirection,
    changes: number,
    nextMessage?: string,
    before?: number,
  ) => {
    const expected = await latestChange()
    const run = () => void apply(direction, { changes, expected, message: nextMessage })

    showNotice(message, expected === before ? undefined : { label: labels[direction], run })
  }

  return {
    step: (direction: UndoDirection) => void apply(direction),
    /** Shows a notice with an Undo button for the latest `changes` changes; `undoneMessage` is the notice after Undo. */
    offer: (message: ReactNode, changes = 1, undoneMessage?: string) =>
      void notify(message, 'undo', changes, undoneMessage).catch(showFailure),
    /** The same for one change, but without the button if `before` is still the latest change: nothing was changed. */
    offerSince: (before: number, message: ReactNode) =>
      void notify(message, 'undo', 1, undefined, before).catch(showFailure),
  }
}

const labels = { undo: 'Undo', redo: 'Redo' }
const messages = { undo: 'Undid the last change.', redo: 'Redid the change.' }

/** The sequence number of the latest change that is not undone. */
export async function latestChange(): Promise<number> {
  const { data } = await client.GET('/__sandbox/changes')

  return data.items.find(({ is_undone }) => !is_undone)?.sequence ?? 0
}
