import { useQueryClient } from '@tanstack/react-query'
import { changeSettings } from '../../lib/settings.ts'

/** Changes whom the console's own requests come from. */
export function useActAs(): (persona: string) => void {
  const queries = useQueryClient()

  return (persona) => {
    changeSettings({ persona })
    void queries.resetQueries()
  }
}
