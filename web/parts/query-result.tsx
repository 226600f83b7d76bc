import type { ReactNode } from 'react'
import { Skeleton } from '../ui/layout/page.tsx'
import { FailureNotice } from './failure-notice.tsx'

interface QueryResultProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly rows?: number
  /** Renders the data. */
  readonly children?: (data: Data) => ReactNode
}

/** The result of a query; before it has loaded, placeholder bars, and if it failed, the error. */
export function QueryResult<Data>({
  query: { data, error, refetch },
  rows = 6,
  children,
}: QueryResultProps<Data>) {
  if (data !== undefined) return children?.(data)

  return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Skeleton rows={rows} />
}
