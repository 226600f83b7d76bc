import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { latestChange } from '../../parts/sandbox/control.ts'
import {
  queryClient,
  RequestFailed,
  sendOrThrow,
  type OutgoingRequest,
} from '../../service/service-client.ts'
import { endsOf, useWholeEntity, type WholeEntity } from '../../parts/entity/members.ts'
import { type EntityDefinition, wholeEntityQuery } from '../../service/entity-queries.ts'
import { changedProperties, changedEnds, draftOf, relationBodies, type EntityDraft } from './entity-draft.ts'
import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../../ui/overlays/modal.tsx'

export interface StoredEntity extends EntityDraft {
  readonly etag: string | null
}

interface SaveOptions {
  readonly id: number
  readonly definition: EntityDefinition
  readonly initial: StoredEntity
  readonly draft: EntityDraft
  /**
   * Called with the number of latest changes that this save made, also in earlier attempts, and whether one of these had
   * saved a part.
   */
  readonly onSaved: (changes: number, isRest: boolean) => void
  /** Called with the newest version after a failure, which is merged into the draft: someone else may have saved. */
  readonly onFailure: (theirs: StoredEntity, opened: StoredEntity, error: Error) => void
}

/**
 * Saves a draft with one request for the changed properties, then one for each changed relation. If a request is rejected, the
 * requests before it remain saved and are not sent again.
 */
export function useSave({ id, definition, initial, draft, onSaved, onFailure }: SaveOptions) {
  const ends = endsOf(definition)
  const [stored, setStored] = useState(initial)
  /** The number of changes that earlier attempts made, and the sequence number of the last one. */
  const partlySaved = useRef<{ readonly changes: number; readonly latest: number }>(undefined)
  const properties = changedProperties(draft.properties, stored.properties)
  const relations = changedEnds(draft.relations, stored.relations, ends)
  const changesProperties = Object.keys(properties).length > 0
  const path = `/api/entities/${id}`
  const steps: readonly OutgoingRequest[] = [
    // The one for the properties also confirms a draft without changes.
    ...(changesProperties || relations.length === 0
      ? [
          {
            method: 'PUT',
            path,
            json: { properties },
            ...(stored.etag && { headers: { 'If-Match': stored.etag } }),
          },
        ]
      : []),
    // Each relation of an existing entity is a resource.
    ...Object.entries(relationBodies(draft.relations, relations)).map(([relation, json]) => ({
      method: 'PUT',
      path: `${path}/relations/${encodeURIComponent(relation)}`,
      json,
    })),
  ]
  const save = useMutation({
    mutationFn: async () => {
      const before = partlySaved.current
      // What someone else has changed since then is not undone together with this save.
      let changes = before && (await latestChange()) === before.latest ? before.changes : 0

      // A relation resource has no ETag, so the entity's is compared first.
      if (!changesProperties) {
        const { headers } = await sendOrThrow({ method: 'GET', path })

        if (headers.get('ETag') !== stored.etag) {
          const message = 'The entity has been changed in the meantime.'

          throw new RequestFailed({ method: 'GET', path }, 412, message)
        }
      }

      for (const step of steps) {
        await sendOrThrow(step)
        changes += 1
        partlySaved.current = { changes, latest: await latestChange() }
      }

      return { changes, isRest: before !== undefined }
    },
    onSuccess: async ({ changes, isRest }) => {
      queryClient.removeQueries({ queryKey: ['entities', 'whole', id] })
      await queryClient.invalidateQueries()
      onSaved(changes, isRest)
    },
    onError: async (error) => {
      // Without a response, nothing is known of a newer version.
      const newest = await queryClient.fetchQuery({ ...wholeEntityQuery(id), staleTime: 0 }).catch(() => null)

      if (!newest) return
      const theirs = { ...draftOf(newest.entity, definition), etag: newest.etag }

      setStored(theirs)
      onFailure(theirs, stored, error)
    },
  })

  return {
    save,
    steps,
    changedNames: [...Object.keys(properties), ...new Set(relations.map(({ name }) => name))],
    changedEnds: relations,
  }
}

/** Whether a save was rejected because someone else had saved before. */
export function isConflict(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 412
}

/** Asks for confirmation before unsaved changes are lost: on leaving the page, or choosing another definition. */
export function useUnsavedWarning(changedNames: readonly string[], isSubmitted: boolean): void {
  const hasUnsavedChanges = changedNames.length > 0 && !isSubmitted

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsavedChanges || formAt(current) === formAt(next)) return false

      return !(await confirm({
        title: 'Leave without saving?',
        body: `Your changes to ${changedNames.join(', ')} will be lost.`,
        action: 'Discard the changes',
      }))
    },
    enableBeforeUnload: hasUnsavedChanges,
  })
}

/** What identifies the form at an address: its page, its entity or definition, and whether it is a form at all. */
function formAt({ pathname, search }: { readonly pathname: string; readonly search: object }): string {
  const { definition, selected, edit }: Record<string, unknown> = { ...search }

  return JSON.stringify(
    pathname === '/entities'
      ? [pathname, selected, edit !== undefined]
      : [pathname, definition, pathname.endsWith('/new') || edit !== undefined],
  )
}

/**
 * The version of an entity that its form edits: the one stored when the form is opened, not a cached one. It stays
 * when the entity changes, and when the console acts as another user.
 */
export function useOpenedEntity(id: number) {
  const query = useWholeEntity(id, { staleTime: 0 })
  const [opened, setOpened] = useState<WholeEntity>()

  if (!opened && query.data && !query.isFetching && !query.error) setOpened(query.data)

  return {
    opened,
    /** While `opened` is undefined: the query that is loading or has failed, in the form that `QueryResult` expects. */
    query: { ...query, data: undefined },
  }
}
