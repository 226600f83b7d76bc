import type { ReactNode } from 'react'

export interface Column<T> {
  readonly id: string
  readonly header: string
  /** Classes of width and of when it shows; the same for header and cells. */
  readonly className: string
  /** Whether the header is for people who do not see the table only. */
  readonly hidesHeader?: boolean
  readonly render: (row: T) => ReactNode
}

export interface Sorting {
  readonly by: string | undefined
  readonly order: 'asc' | 'desc'
}
