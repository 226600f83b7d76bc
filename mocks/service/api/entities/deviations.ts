import { validationOf } from '../../../sandbox/state/sandbox-state.ts'
import type { Call } from '../../http/call.ts'
import { compiledDefinitionOf } from '../../../data/model/definitions/compiled-definition.ts'
import type { EntityInput, EntityUpdate } from '../../../data/model/entities/entity-input.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { absentId } from '../../../data/model/entities/references.ts'
import { isOwnResource, kindOfEntry } from '../../../data/model/relations/relation-input.ts'
import { isObject } from '../../../data/model/shared/json.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { isTooLong } from '../../../data/model/shared/regular-expressions.ts'
import { enumeration } from '../../../data/model/shared/suggestion.ts'
import type { Warn } from '../../../data/model/shared/warnings.ts'
import type { Data } from '../../../data/model/data-tables.ts'

const otherEnds = ['parents', 'child', 'children'] as const

/** Warns of what differs from interface 4.1.1 in a body that was saved. */
export function warnOfSaved(warn: Warn, data: Data, input: EntityInput, entity: Entity): void {
  const { id, identifier, entitydefinition, relations = {} } = input

  warnOfUnmatched(warn, data, input, entity)

  if (id !== undefined && id <= 0) warn(['id'], () => absentId(id), 'accepted')
  if (identifier === '') warn(['identifier'], () => 'An empty identifier counts as absent.', 'accepted')
  if (!entitydefinition) {
    warn(['entitydefinition'], () => 'Expected the link to the entity definition, as for a new entity.')
  }

  for (const [name, relation] of Object.entries(relations)) {
    for (const end of otherEnds.filter((each) => relation?.[each] !== undefined)) {
      warn(
        ['relations', name, end],
        () => `Expected a nested relation with "parent", not with "${end}".`,
        // Existing clients send lists of parents, and whole relation resources.
        end === 'parents' || (relation && isOwnResource(relation, entity.id, name)) ? 'accepted' : 'rejected',
      )
    }
  }
}

/** Warns of what PUT ignores, and of what differs from interface 4.1.4 in it. */
export function warnOfUpdate(call: Call, data: Data, body: EntityUpdate, entity: Entity): void {
  const { id, identifier, relations } = body
  const { warn } = call

  warnOfUnmatched(warn, data, body, entity)

  // Some clients send ids as texts.
  if (id != null && Number(id) !== entity.id)
    warn(['id'], () => `Ignored: the entity of the path has the id ${entity.id}.`, 'accepted')
  if (identifier != null && identifier !== '' && identifier !== entity.identifier)
    warn(['identifier'], () => `Ignored: PUT does not rename the entity, which stays "${entity.identifier}".`)
  if (validationOf(call) === 'enforce') warnOfOmitted(warn, data, body, entity)
  if (relations != null && !isObject(relations))
    warn(['relations'], () => 'Ignored: expected an object.', 'accepted')

  const before = call.data.entities.get(entity.id)
  const ends = compiledDefinitionOf(data, entity.definition).relations

  for (const [name, entry] of Object.entries(isObject(relations) ? relations : {})) {
    const kind = kindOfEntry(entry, entity.id, name)
    const path = `/api/entities/${entity.id}/relations/${name}`
    const key = ends.get(name)?.[0]?.member.name ?? name
    const related = (each: Entity | undefined) => JSON.stringify(each?.relations[key])

    // What GET returns says nothing: a link, or what is related already.
    if (kind === 'link' || (kind === 'resource' && related(before) === related(entity))) continue
    warn(
      ['relations', name],
      () =>
        kind === 'resource'
          ? `Applied, as by PUT ${path}, the address in its self. By the interface, PUT of an entity ignores relations.`
          : `Ignored: PUT of an entity ignores relations. Send PUT ${path} instead.`,
      'accepted',
    )
  }
}

/** Warns of values that are saved without being matched, since that would take too long. */
function warnOfUnmatched(
  warn: Warn,
  data: Data,
  { properties }: EntityUpdate | EntityInput,
  entity: Entity,
): void {
  const compiled = compiledDefinitionOf(data, entity.definition).properties

  for (const [name, value] of Object.entries(properties ?? {})) {
    const expression = compiled.get(name)?.validation_expression
    const texts = isObject(value) ? Object.values(value) : [value]

    if (expression && texts.some((text) => typeof text === 'string' && isTooLong(expression, text))) {
      warn(
        ['properties', name],
        () => `Saved without matching ${expression}: the value is too long for it.`,
        'accepted',
      )
    }
  }
}

/** Most clients send what they change, so that only `enforce` mentions the rest. */
function warnOfOmitted(warn: Warn, data: Data, { properties = {} }: EntityUpdate, entity: Entity): void {
  const given = new Set(Object.keys(properties).map(foldCase))
  const omitted = [...compiledDefinitionOf(data, entity.definition).properties.keys()].filter(
    (name) => !given.has(foldCase(name)),
  )

  if (omitted.length === 0) return
  warn(
    ['properties'],
    () => `PUT expects all properties. Omitted ones keep their values: ${enumeration(omitted, 'and')}.`,
    'accepted',
  )
}
