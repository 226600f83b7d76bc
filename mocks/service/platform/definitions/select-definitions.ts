import type { QueryCall } from '../../http/call.ts'
import { flag, names, texts } from '../../http/declare-request.ts'
import { definitionNamed, unknownDefinitionMessage } from '../../../data/model/definitions/by-name.ts'
import { EntityDefinition } from '../../../data/model/definitions/definition.ts'
import { NotFound, InvalidRequest } from '../../../data/model/shared/errors.ts'
import { foldCase, foldMember } from '../../../data/model/shared/maps.ts'
import type { Data } from '../../../data/model/data-tables.ts'

const flags = Object.entries(EntityDefinition.shape)
  .filter(([, schema]) => schema.safeParse(true).success)
  .map(([name]) => name)

type DefinitionTest = (definition: EntityDefinition) => boolean

/**
 * The parameter `filter` of the list of definitions: `issystemowned==true AND is_light!=true`. Tests boolean fields,
 * whose names are case-insensitive and need no underscores; tests are joined by `AND` and `OR`.
 *
 * @throws {InvalidRequest} for any other expression
 */
function parseFlagFilter(filter: string): DefinitionTest {
  const alternatives = filter
    .split(/(?<!\s)\s+OR\s+/i)
    .map((alternative) => alternative.split(/(?<!\s)\s+AND\s+/i).map((test) => parseTest(test, filter)))

  return (definition) => alternatives.some((tests) => tests.every((matches) => matches(definition)))
}

function parseTest(test: string, filter: string): DefinitionTest {
  const [, field, operator, value] = /^\s*(\w+)\s*(==|!=)\s*'?(true|false)'?\s*$/i.exec(test) ?? []
  const flag = flags.find((name) => foldMember(name) === foldMember(field ?? ''))

  if (!flag || !value) {
    throw new InvalidRequest({
      filter: `Expected boolean fields, as in "issystemowned==true", not "${filter.slice(0, 100)}".`,
    })
  }

  const expected = (value.toLowerCase() === 'true') === (operator === '==')

  return (definition) => Object.entries(definition).some(([name, own]) => name === flag && own === expected)
}

/**
 * Finds a definition by a path segment: an id if it has only digits, else a name.
 *
 * @throws {NotFound} when there is no such definition
 */
export function definitionByNameOrId(data: Data, nameOrId: string): EntityDefinition {
  const definition = /^\d+$/.test(nameOrId)
    ? data.definitions.find('id', nameOrId)
    : definitionNamed(data, nameOrId)

  if (!definition) throw new NotFound(unknownDefinitionMessage(data, nameOrId))

  return definition
}

export const selectionParameters = {
  definitionsToLoad: names('Only the definitions with these names.'),
  definitionsToLoadByName: names('Alias of `definitionsToLoad`.'),
  definitionsToLoadById: names('Only the definitions with these ids.'),
  filter: texts('Only definitions with this value of a flag: `issystemowned==true`. May be repeated.'),
  excludeTaxonomyDefinitions: flag('Whether to exclude definitions of taxonomies.'),
  excludeSystemOwnedDefinitions: flag('Whether to exclude system-owned definitions.'),
  excludeLightDefinitions: flag('Whether to exclude light definitions.'),
}

export function selectDefinitions(call: QueryCall<typeof selectionParameters>): EntityDefinition[] {
  const {
    definitionsToLoad = [],
    definitionsToLoadByName = [],
    definitionsToLoadById: ids = [],
    filter = [],
  } = call.query
  const names = [...definitionsToLoad, ...definitionsToLoadByName].map(foldCase)
  const filters = filter.map(parseFlagFilter)
  const { excludeTaxonomyDefinitions, excludeSystemOwnedDefinitions, excludeLightDefinitions } = call.query

  return Array.from(call.data.definitions.all()).filter(
    (definition) =>
      (names.length === 0 || names.includes(foldCase(definition.name))) &&
      (ids.length === 0 || ids.includes(String(definition.id))) &&
      filters.every((matches) => matches(definition)) &&
      !(excludeTaxonomyDefinitions && definition.is_taxonomy_item_definition) &&
      !(excludeSystemOwnedDefinitions && definition.is_system_owned) &&
      !(excludeLightDefinitions && definition.is_light),
  )
}
