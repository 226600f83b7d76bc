import { countedRecords } from '../../lib/format.ts'
import type { ChangeResponse } from '../../service/sandbox.ts'

const descriptions: Partial<Record<ChangeResponse['kind'], string>> = {
  reset: 'Reset',
  restore: 'Restored a snapshot',
  import: 'Imported a data file',
}

/** Describes a change in a few words: `Deleted Harbour at dawn`, `Changed the health`. */
export function describeChange({ kind, changes, titles }: ChangeResponse): string {
  const [table = '', { added = 0, changed = 0, removed = 0 } = {}] =
    Object.entries(changes).find(([name]) => name === 'entities') ?? Object.entries(changes)[0] ?? []
  // Deletions and creations come first; the other changes often follow from them.
  const [action, number] = removed ? ['Deleted', removed] : added ? ['Created', added] : ['Changed', changed]
  const others = number - titles.length
  const entities = titles.length > 0 && `${titles.join(', ')}${others > 0 ? ` and ${others} more` : ''}`

  if (kind === 'change' && table === 'components') return 'Changed the health'

  return descriptions[kind] ?? `${action} ${entities || (table ? countedRecords(table, number) : 'nothing')}`
}
