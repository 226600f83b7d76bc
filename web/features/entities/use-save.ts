import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
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
import type { JsonObject } from '../../lib/parse-json.ts'
import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../../ui/overlays/modal.tsx'

/** An entity as stored. */
export interface StoredEntity extends EntityDraft {
  readonly etag: string | null
}

/** One request of a save: for the properties, or (with `relation`) for one relation. */
interface SaveStep extends OutgoingRequest {
  readonly relation?: string
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
  /** Called with the newer version if someone else has saved since `initial`; its changes are merged into the draft. */
  readonly onConflict: (theirs: StoredEntity, opened: StoredEntity) => void
}

/**
 * Saves a draft with one request for the changed properties, then one for each changed relation. If a request is rejected, the
 * requests before it remain saved and are not sent again.
 */
export function useSave({ id, definition, initial, draft, onSaved, onConflict }: SaveOptions) {
  const ends = endsOf(definition)
  const [stored, setStored] = useState(initial)
  /** The number of changes that earlier attempts made, and the sequence number of the last one. */
  const [partlySaved, setPartlySaved] = useState<{ readonly changes: number; readonly latest: number }>()
  const properties = changedProperties(draft.properties, stored.properties)
  const relations = changedEnds(draft.relations, stored.relations, ends)
  const changesProperties = Object.keys(properties).length > 0
  const steps = stepsOf(id, stored.etag, {
    properties,
    relations: relationBodies(draft.relations, relations),
  })
  const save = useMutation({
    mutationFn: async () => {
      // What someone else has changed since then is not undone together with this save.
      const isLatest = partlySaved && (await latestChange()) === partlySaved.latest
      let changes = isLatest ? partlySaved.changes : 0
      let saved = stored

      // A relation resource has no ETag, so the entity's is compared first.
      if (!changesProperties && (await etagOf(id)) !== stored.etag) {
        throw new RequestFailed(
          { method: 'GET', path: `/api/entities/${id}` },
          412,
          'The entity has been changed in the meantime.',
        )
      }

      for (const { relation, ...step } of steps) {
        await sendOrThrow(step)

        // Each write changes the ETag.
        const etag = await etagOf(id)
        const savedEnds = ends.filter(({ name }) => name === relation)
        const ids = Object.fromEntries(savedEnds.map(({ key }) => [key, draft.relations[key] ?? []]))

        saved = {
          etag,
          properties: relation === undefined ? draft.properties : saved.properties,
          relations: { ...saved.relations, ...ids },
        }
        changes += 1
        setStored(saved)
        setPartlySaved({ changes, latest: await latestChange() })
      }

      return { changes, isRest: partlySaved !== undefined }
    },
    onSuccess: async ({ changes, isRest }) => {
      queryClient.removeQueries({ queryKey: ['entities', 'whole', id] })
      await queryClient.invalidateQueries()
      onSaved(changes, isRest)
    },
    onError: async (error) => {
      if (!isConflict(error)) return
      const { entity, etag } = await queryClient.fetchQuery({ ...wholeEntityQuery(id), staleTime: 0 })
      const theirs = { ...draftOf(entity, definition), etag }

      setStored(theirs)
      onConflict(theirs, stored)
    },
  })

  return {
    save,
    steps,
    changedNames: [...Object.keys(properties), ...new Set(relations.map(({ name }) => name))],
    changedEnds: relations,
  }
}

/** The requests of a save; the one for the properties also confirms a draft without changes. */
function stepsOf(
  id: number,
  etag: string | null,
  { properties, relations }: { properties: JsonObject; relations: Record<string, object> },
): SaveStep[] {
  const path = `/api/entities/${id}`
  const changed = Object.entries(relations)
  const ofProperties = {
    method: 'PUT',
    path,
    json: { properties },
    ...(etag ? { headers: { 'If-Match': etag } } : {}),
  }

  return [
    ...(Object.keys(properties).length > 0 || changed.length === 0 ? [ofProperties] : []),
    // Each relation of an existing entity is a resource.
    ...changed.map(([relation, json]) => ({
      relation,
      method: 'PUT',
      path: `${path}/relations/${encodeURIComponent(relation)}`,
      json,
    })),
  ]
}

/** Whether a save was rejected because someone else had saved before. */
export function isConflict(error: unknown): boolean {
  return error instanceof RequestFailed && error.status === 412
}

async function etagOf(id: number): Promise<string | null> {
  return (await sendOrThrow({ method: 'GET', path: `/api/entities/${id}` })).headers.get('ETag')
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

interface Place {
  readonly pathname: string
  readonly search: object
}

/** What identifies the form at an address: its page, its entity or definition, and whether it is a form at all. */
function formAt({ pathname, search }: Place): string {
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
