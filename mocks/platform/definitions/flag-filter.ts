import type { EntityDefinition } from '../../model/definitions/definition.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'

type Holds = (definition: EntityDefinition) => boolean

/**
 * The parameter `filter` of the list of definitions: `issystemowned==true AND is_light!=true`. Any boolean field, in
 * any letter case and with or without underscores, joined by `AND` and `OR`.
 *
 * @throws {InvalidRequest} when it is no such expression
 */
export function parseFlagFilter(filter: string): Holds {
  const alternatives = filter
    .split(/(?<!\s)\s+OR\s+/i)
    .map((alternative) => alternative.split(/(?<!\s)\s+AND\s+/i).map((test) => parseTest(test, filter)))

  return (definition) => alternatives.some((tests) => tests.every((holds) => holds(definition)))
}

function parseTest(test: string, filter: string): Holds {
  const [, field, operator, value] = /^\s*(\w+)\s*(==|!=)\s*'?(true|false)'?\s*$/i.exec(test) ?? []

  if (!field || !value) {
    throw new InvalidRequest({
      filter: `Expected boolean fields, as in "issystemowned==true", not "${filter.slice(0, 100)}".`,
    })
  }

  const wanted = (value.toLowerCase() === 'true') === (operator === '==')

  return (definition) =>
    Object.entries(definition).some(([name, own]) => plain(name) === plain(field) && own === wanted)
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
