import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type DefinitionResponse, listedEntitiesQuery, wholeEntityQuery } from '../../service/entities.ts'
import { textOrJson } from '../../lib/format.ts'
import { toInput, changedProperties, changedEnds, relatedIds, type DraftEnd } from './draft.ts'
import type { EntityDraft } from './draft-editor.tsx'
import type { StoredEntity } from './use-save.ts'
import { Button } from '../../ui/controls/button.tsx'

interface ConflictProps {
  readonly id: number
  readonly definition: DefinitionResponse
  readonly ends: readonly DraftEnd[]
  readonly mine: EntityDraft
  readonly keepMine: () => void
  readonly takeTheirs: (theirs: StoredEntity) => void
}

/** Shown if someone else has saved in the meantime: the differences, and buttons to keep either version. */
export function Conflict({ id, definition, ends, mine, keepMine, takeTheirs }: ConflictProps) {
  const { theirs, error } = useTheirs(id, definition, ends)
  const properties = theirs ? Object.keys(changedProperties(mine.properties, theirs.properties)) : []
  const relations = theirs ? changedEnds(mine.relations, theirs.relations, ends) : []
  const listItems = useQuery(
    listedEntitiesQuery(
      relations.flatMap(({ key }) => [...(mine.relations[key] ?? []), ...(theirs?.relations[key] ?? [])]),
    ),
  ).data
  const titlesOf = (ids: readonly number[] = []) =>
    ids.map((id) => listItems?.get(id)?.title ?? id).join(', ') || 'none'
  const rows = [
    ...properties.map((name) => [
      name,
      name,
      textOrJson(mine.properties[name]),
      textOrJson(theirs?.properties[name]),
    ]),
    ...relations.map(({ key, name }) => [
      key,
      name,
      titlesOf(mine.relations[key]),
      titlesOf(theirs?.relations[key]),
    ]),
  ]

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
      {theirs && (
        <table className="mt-2 w-full table-fixed text-left">
          <thead className="text-sm text-muted">
            <tr>
              <th className="font-normal">Member</th>
              <th className="font-normal">Mine</th>
              <th className="font-normal">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, name, mine, theirs]) => (
              <tr key={key} className="align-top">
                <th className="truncate pr-2 font-medium">{name}</th>
                <td className="break-words pr-2">{mine}</td>
                <td className="break-words">{theirs}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-3 flex gap-2">
        <Button onClick={keepMine}>Keep mine</Button>
        <Button disabled={!theirs} onClick={() => theirs && takeTheirs(theirs)}>
          Take theirs
        </Button>
      </div>
    </div>
  )
}

/** What an earlier conflict showed is never taken for theirs. */
const uncached = { staleTime: 0, gcTime: 0 }

/** The entity as stored now. */
function useTheirs(id: number, definition: DefinitionResponse, ends: readonly DraftEnd[]) {
  // A separate key, because the form still uses the cached version that was opened.
  const { data, error } = useQuery({
    ...wholeEntityQuery(id),
    queryKey: ['entities', 'conflict', id],
    ...uncached,
  })
  const theirs = data && {
    properties: toInput(data.entity.properties, definition),
    relations: relatedIds(data.entity, ends),
    etag: data.etag,
  }

  return { theirs, error }
}
