import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { wholeEntity } from '../../service/entities.ts'
import type { DefinitionAnswer } from '../../service/shapes.ts'
import { inline } from '../../lib/format.ts'
import { asWritten, changedIn, type Draft } from './draft.ts'

interface ConflictProps {
  readonly id: number
  readonly definition: DefinitionAnswer
  readonly mine: Draft
  readonly keepMine: () => void
  readonly takeTheirs: (theirs: Draft) => void
}

/** Somebody else saved in between: what differs, and which of the two shall hold. */
export function Conflict({ id, definition, mine, keepMine, takeTheirs }: ConflictProps) {
  const theirs = useQuery({ ...wholeEntity(id), queryKey: ['entities', 'conflict', id], staleTime: 0 }).data
  const written = theirs && asWritten(theirs.properties, definition)
  const names = written ? Object.keys(changedIn(mine, written)) : []

  return (
    <div role="alert" className="m-3 rounded border border-orange bg-orange-soft p-3">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} className="text-orange" aria-hidden />
        Entity {id} was changed by somebody else meanwhile.
      </p>
      {written && (
        <table className="mt-2 w-full table-fixed text-left">
          <thead className="text-sm text-muted">
            <tr>
              <th className="font-normal">Property</th>
              <th className="font-normal">Mine</th>
              <th className="font-normal">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name} className="align-top">
                <th className="truncate pr-2 font-medium">{name}</th>
                <td className="break-words pr-2">{inline(mine[name])}</td>
                <td className="break-words">{inline(written[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-3 flex gap-2">
        <button type="button" className="button" onClick={keepMine}>
          Keep mine
        </button>
        <button
          type="button"
          className="button"
          disabled={!written}
          onClick={() => written && takeTheirs(written)}
        >
          Take theirs
        </button>
      </div>
    </div>
  )
}
