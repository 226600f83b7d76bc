import type { Side } from '../../model/definitions/compiled-definition.ts'
import { isObject, lastSegment, type Json, type JsonObject } from '../../model/shared/json.ts'
import { storedDate } from '../../model/shared/dates.ts'
import type { SourceRecord } from '../sources/source-records.ts'
import type { ImportNotes } from '../import-summary.ts'

export interface ExternalRelationEnd {
  readonly relation: string
  readonly side: Side
  /** Whether this end has at most one entity: it was given as `parent` or `child`. */
  readonly isSingle: boolean
  readonly references: readonly ExternalReference[]
}

/** An entity parsed from a response or export of another system. */
export type ExternalEntity = NonNullable<ReturnType<typeof externalEntity>>

/** Members of an entity resource: those that are read, and those that are ignored without a note. */
const knownMembers = new Set(
  `id identifier cultures properties relations created_by created_on modified_by modified_on
   entitydefinition copy copyasync permissions lifecycle saved_selections roles annotations
   is_root_taxonomy_item is_path_root inherits_security is_system_owned version full self
   related_paths path public_link allroles requested_permissions is_current_user_default
   public_collection_link gateway_links HasPublicLink annotationCount masterFileModifiedOn modules
   is_enabled locked_by locked_on definition`.split(/\s+/),
)

/** Parses an entity; undefined when it names no definition. */
export function externalEntity({ value, place }: SourceRecord, notes: ImportNotes) {
  const definition = textOf(value.definition) ?? nameIn(value.entitydefinition)

  if (definition === undefined) {
    notes.skipped('An entity without a definition.', place)

    return undefined
  }

  noteUnknownMembers(value, place, notes)

  return {
    place,
    definition,
    /** Its id in that system. */
    id: typeof value.id === 'number' && Number.isSafeInteger(value.id) && value.id > 0 ? value.id : undefined,
    identifier: textOf(value.identifier),
    cultures: Array.isArray(value.cultures) ? value.cultures.filter((each) => typeof each === 'string') : [],
    properties: isObject(value.properties) ? value.properties : {},
    /** Relation resources add to them. */
    ends: endsIn(value.relations, place, notes),
    version: typeof value.version === 'number' && value.version >= 1 ? Math.floor(value.version) : undefined,
    createdOn: dateIn(value.created_on),
    modifiedOn: dateIn(value.modified_on),
    /** Links to users. */
    createdBy: hrefIn(value.created_by),
    modifiedBy: hrefIn(value.modified_by),
  }
}

function noteUnknownMembers(value: JsonObject, place: string, notes: ImportNotes): void {
  for (const [member, inner] of Object.entries(value)) {
    if (member === 'renditions') {
      if (isObject(inner) && Object.keys(inner).length > 0) {
        notes.skipped('Renditions are not imported: the sandbox generates its own.', place)
      }
    } else if (!knownMembers.has(member)) notes.skipped(`"${member}" is not a member of an entity.`, place)
  }
}

function endsIn(relations: Json | undefined, place: string, notes: ImportNotes): ExternalRelationEnd[] {
  return Object.entries(isObject(relations) ? relations : {}).flatMap(([relation, content]) => {
    if (!isObject(content)) return []

    const ends = externalEnds(relation, content)

    if (ends.length === 0 && typeof content.href === 'string') {
      notes.skipped(
        'Relations given only as links are not imported. Read the entity with nestedRelations, or add the responses to GET of those links.',
        place,
      )
    }

    return ends
  })
}

const forms = [
  ['parent', 'parents', true],
  ['parents', 'parents', false],
  ['child', 'children', true],
  ['children', 'children', false],
] as const

export function externalEnds(relation: string, content: JsonObject): ExternalRelationEnd[] {
  return forms.flatMap(([member, side, isSingle]) => {
    const given = content[member]
    const links = Array.isArray(given) ? given : [given]
    const references = links.flatMap((link) => referenceIn(link) ?? [])

    return given === undefined || given === null ? [] : [{ relation, side, isSingle, references }]
  })
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function hrefIn(value: Json | undefined): string | undefined {
  return textOf(isObject(value) ? value.href : value)
}

/** The last segment of a link. Package files contain the bare name instead of a link. */
function nameIn(value: Json | undefined): string | undefined {
  const href = hrefIn(value)

  return href === undefined ? undefined : lastSegment(href)
}

function dateIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? storedDate(new Date(value)) : undefined
}

/** A reference to an entity in another system: its id there, its identifier, or both. */
export interface ExternalReference {
  readonly id?: number | undefined
  readonly identifier?: string | undefined
}

/** The reference of a link: an address, or only the identifier in package files. */
export function referenceIn(link: Json | undefined): ExternalReference | undefined {
  const href = isObject(link) ? link.href : link
  const identifier = isObject(link) && typeof link.identifier === 'string' ? link.identifier : undefined

  if (typeof href !== 'string' || href === '') return identifier === undefined ? undefined : { identifier }

  const isAddress = href.includes('/')
  const last = isAddress ? lastSegment(href) : href
  const id = /^\d+$/.test(last) ? Number(last) : undefined
  const isById = id !== undefined && isAddress && !/\/identifier\/[^/]+\/?$/.test(href)

  return isById ? { id, identifier } : { id: isAddress ? undefined : id, identifier: last }
}
