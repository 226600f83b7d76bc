import { EntityInput } from '../entities/entity-input.ts'
import { saveEntity, updateEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { relate, relatedIds } from '../relations/relations.ts'
import { InvalidRequest, NotFound } from '../shared/errors.ts'
import type { Data, DataDraft } from '../data-tables.ts'

/**
 * Scripts are entities: each (`M.Script`) has an active content and a draft of the next one (`M.ScriptContent`), which is
 * compiled and published. The sandbox stores their texts and can't run them.
 */
export const scriptDefinition = 'M.Script'
const contentDefinition = 'M.ScriptContent'

const activeRelation = 'ScriptToActiveScriptContent'
const draftRelation = 'ScriptToDraftScriptContent'

/** The draft of a script, which is made from its active content if there is none. */
export function draftOf(draft: DataDraft, script: Entity, author: Author): number {
  const [existing] = relatedIds(script, draftRelation, 'children')
  if (existing !== undefined) return existing

  const [active] = relatedIds(script, activeRelation, 'children')
  const text = draft.entities.get(active ?? 0)?.properties['M.ScriptContent.Script'] ?? null
  const definition = { href: `/api/entitydefinitions/${contentDefinition}` }
  const properties = { 'M.ScriptContent.Script': text }
  const content = saveEntity(draft, EntityInput.parse({ entitydefinition: definition, properties }), author)

  updateEntity(draft, script, { properties: { 'M.Script.HasDraft': true } }, author)
  relate(draft, script, draftRelation, [content.id])

  return content.id
}

/** Compiles a content: a text without any statement has errors. Returns the status, which the content keeps. */
export function compile(draft: DataDraft, content: Entity, author: Author): 'SUCCESS' | 'ERRORS' {
  const text = content.properties['M.ScriptContent.Script']
  const status = typeof text === 'string' && text.trim() !== '' ? 'SUCCESS' : 'ERRORS'

  updateEntity(draft, content, { properties: { 'M.ScriptContent.CompileStatus': status } }, author)

  return status
}

/**
 * Makes a draft the active content of its script. It is compiled first.
 *
 * @throws {InvalidRequest} when it has errors, or is the draft of no script
 */
export function publish(draft: DataDraft, content: Entity, author: Author): void {
  const [scriptId] = relatedIds(content, draftRelation, 'parents')
  const script = draft.entities.get(scriptId ?? 0)

  if (!script) throw new InvalidRequest({ id: `Content ${content.id} is the draft of no script.` })
  if (compile(draft, content, author) === 'ERRORS') {
    throw new InvalidRequest({ 'M.ScriptContent.Script': 'A script without text can’t be published.' })
  }

  updateEntity(draft, script, { properties: { 'M.Script.HasDraft': false } }, author)
  relate(draft, script, activeRelation, [content.id])
  relate(draft, script, draftRelation, [])
}

/** @throws {NotFound} when there is no such entity of the definition */
export function scriptOf(data: Data, id: string): Entity {
  return entityOf(data, id, scriptDefinition)
}

/** The content with an id, or the draft of the script with that id. @throws {NotFound} when there is neither */
export function contentOf(data: Data, id: string): Entity {
  const entity = data.entities.get(Number(id))
  const [draftId] =
    entity?.definition === scriptDefinition ? relatedIds(entity, draftRelation, 'children') : []

  return entityOf(data, String(draftId ?? id), contentDefinition)
}

function entityOf(data: Data, id: string, definition: string): Entity {
  const entity = data.entities.get(Number(id))

  if (entity?.definition !== definition) {
    throw new NotFound(`There is no ${definition} with the id ${id.slice(0, 100)}.`)
  }

  return entity
}
