import { EntityDefinition } from '../../model/definitions/definition.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import { foldMember } from '../../model/shared/letter-case.ts'

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
export function parseFlagFilter(filter: string): DefinitionTest {
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
