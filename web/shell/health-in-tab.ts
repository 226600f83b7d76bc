import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { overview } from '../service/sandbox.ts'

/** The tab says when the service as a whole is not well. */
export function useHealthInTab(): void {
  const label = useQuery(overview).data?.health ?? 'Green'

  useEffect(() => {
    document.title = label === 'Green' ? 'Sandbox' : `● ${label} — Sandbox`
  }, [label])
}
