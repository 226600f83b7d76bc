import { useQueryClient } from '@tanstack/react-query'
import { stepHistory } from '../../service/history.ts'
import { toast, toastFailure } from '../../ui/toasts.tsx'

interface Steps {
  /** How many changes, where one act made several. */
  readonly changes?: number
  readonly step?: 'undo' | 'redo'
  /** What to say when it is done. */
  readonly done?: string
}

/** Takes the last changes of the sandbox's data back, or does them again. */
export function useUndo(): (steps?: Steps) => Promise<void> {
  const queries = useQueryClient()

  const walk = async ({ changes = 1, step = 'undo', done }: Steps = {}) => {
    try {
      for (let left = changes; left > 0; left--) await stepHistory(step)
      toast(done ?? (step === 'undo' ? 'Took the last change back.' : 'Did the change again.'), {
        actions: [
          step === 'undo'
            ? { label: 'Redo', run: () => void walk({ changes, step: 'redo' }) }
            : { label: 'Undo', run: () => void walk({ changes }) },
        ],
      })
    } catch (error) {
      toastFailure(error)
    }
    await queries.invalidateQueries()
  }

  return walk
}
