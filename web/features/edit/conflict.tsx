import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type EntityDefinition, listedEntitiesQuery, wholeEntityQuery } from '../../service/entities.ts'
import { textOrJson } from '../../lib/format.ts'
import { endsOf } from '../../parts/entity/members.ts'
import { draftOf, changedProperties, changedEnds, type EntityDraft } from './draft.ts'
import type { StoredEntity } from './use-save.ts'
import { Button } from '../../ui/controls/button.tsx'

interface ConflictProps {
  readonly id: number
  readonly definition: EntityDefinition
  readonly mine: EntityDraft
  readonly keepMine: () => void
  readonly takeTheirs: (theirs: StoredEntity) => void
}

/** Shown if someone else has saved in the meantime: the differences, and buttons to keep either version. */
export function Conflict({ id, definition, mine, keepMine, takeTheirs }: ConflictProps) {
  const { data, error } = useQuery({
    ...wholeEntityQuery(id),
    // A separate key, because the form still uses the cached version that was opened.
    queryKey: ['entities', 'conflict', id],
    // What an earlier conflict showed is never taken for theirs.
    staleTime: 0,
    gcTime: 0,
  })
  const theirs = data && { ...draftOf(data.entity, definition), etag: data.etag }

  return (
    <div
      role="alert"
      className="m-3 max-h-1/2 overflow-y-auto rounded border border-orange bg-orange-soft p-3"
    >
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} className="shrink-0 text-orange" aria-hidden />
        Someone else changed entity {id} while you were editing it.
      </p>
      {error && <p className="mt-2 text-red">{error.message}</p>}
      {theirs && <Differences definition={definition} mine={mine} theirs={theirs} />}
      <div className="mt-3 flex gap-2">
        <Button onClick={keepMine}>Keep mine</Button>
        <Button disabled={!theirs} onClick={() => theirs && takeTheirs(theirs)}>
          Take theirs
        </Button>
      </div>
    </div>
  )
}

function Differences({
  definition,
  mine,
  theirs,
}: Record<'mine' | 'theirs', EntityDraft> & Pick<ConflictProps, 'definition'>) {
  const ends = changedEnds(mine.relations, theirs.relations, endsOf(definition))
  const ids = ends.flatMap(({ key }) => [...(mine.relations[key] ?? []), ...(theirs.relations[key] ?? [])])
  const listItems = useQuery(listedEntitiesQuery(ids)).data
  const titlesOf = (ids: readonly number[] = []) =>
    ids.map((id) => listItems?.get(id)?.title ?? id).join(', ') || 'none'
  const rows = [
    ...Object.keys(changedProperties(mine.properties, theirs.properties)).map((name) => ({
      key: name,
      name,
      values: [mine, theirs].map(({ properties }) => textOrJson(properties[name])),
    })),
    ...ends.map(({ key, name }) => ({
      key,
      name,
      values: [mine, theirs].map(({ relations }) => titlesOf(relations[key])),
    })),
  ]

  return (
    <table className="mt-2 w-full table-fixed text-left">
      <thead className="text-sm text-muted">
        <tr>
          {['Member', 'Mine', 'Theirs'].map((header) => (
            <th key={header} className="font-normal">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key} className="align-top">
            <th className="truncate pr-2 font-medium">{name}</th>
            {values.map((value, index) => (
              <td key={index} className="break-words pr-2">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
