import { useSyncExternalStore } from 'react'

const coarse = matchMedia('(pointer: coarse)')

/** Fingers need more room than a mouse, in pixels. */
export function useRowHeight(): number {
  const isCoarse = useSyncExternalStore(
    (changed) => {
      coarse.addEventListener('change', changed)

      return () => coarse.removeEventListener('change', changed)
    },
    () => coarse.matches,
  )

  return isCoarse ? 40 : 28
}
