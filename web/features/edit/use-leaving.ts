import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../../ui/overlays/modal.tsx'

/** Asks before somebody leaves what is changed and not saved. */
export function useLeaving(changed: readonly string[], isSaved: boolean): void {
  const wouldLose = changed.length > 0 && !isSaved

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!wouldLose || current.pathname === next.pathname) return false

      return !(await confirm({
        title: 'Leave without saving?',
        body: `${changed.join(', ')} would stay as ${changed.length === 1 ? 'it was' : 'they were'}.`,
        action: 'Discard the changes',
      }))
    },
    enableBeforeUnload: wouldLose,
  })
}
