import type { Call } from '../../http/call.ts'
import { definitionNamed } from '../../model/definitions/by-name.ts'
import type { EntityDefinition } from '../../model/definitions/definition.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { foldCase } from '../../model/shared/letter-case.ts'
import type { Data } from '../../model/tables.ts'
import { parseFlagFilter } from './flag-filter.ts'

/**
 * Path segments of digits only are ids, others names.
 *
 * @throws {NotFound} when there is no such definition
 */
export function byNameOrId(data: Data, nameOrId: string): EntityDefinition {
  const definition = /^\d+$/.test(nameOrId)
    ? data.definitions.find('id', nameOrId)
    : definitionNamed(data, nameOrId)

  if (!definition) throw new NotFound(`Entity definition "${nameOrId.slice(0, 100)}" was not found.`)

  return definition
}

/** The definitions that the query of a request asks for. */
export function selectDefinitions(call: Call): EntityDefinition[] {
  const names = [
    ...(call.list('definitionsToLoad') ?? []),
    ...(call.list('definitionsToLoadByName') ?? []),
  ].map(foldCase)
  const ids = call.list('definitionsToLoadById')
  const filters = call.query.getAll('filter').map(parseFlagFilter)
  const hidden: [string, (definition: EntityDefinition) => boolean][] = [
    ['excludeTaxonomyDefinitions', (definition) => definition.is_taxonomy_item_definition],
    ['excludeSystemOwnedDefinitions', (definition) => definition.is_system_owned],
    ['excludeLightDefinitions', (definition) => definition.is_light],
  ]
  const hides = hidden.filter(([parameter]) => call.query.get(parameter)?.toLowerCase() === 'true')

  return Array.from(call.data.definitions.all()).filter(
    (definition) =>
      (names.length === 0 || names.includes(foldCase(definition.name))) &&
      (!ids || ids.includes(String(definition.id))) &&
      filters.every((holds) => holds(definition)) &&
      !hides.some(([, isHidden]) => isHidden(definition)),
  )
}
