import type { QueryClient } from '@tanstack/react-query'
import { nameInLink } from '../../lib/place.ts'
import { definitionOf } from '../../service/entities.ts'
import type { DefinitionAnswer } from '../../service/shapes.ts'
import { emptyDraft, propertiesOf, relationsOf, type CopyDraft, type PropertyRule } from './rules.ts'

/** Shape (a) of interface 4.3.7: a property and a relation, with options for the entities that are copied along. */
export async function optionsExample(definition: DefinitionAnswer, queries: QueryClient): Promise<CopyDraft> {
  const member = relationsOf(definition).find(({ role }) => role === 'Child')
  const related =
    member && (await queries.fetchQuery(definitionOf(nameInLink(member.associated_entitydefinition.href))))

  return {
    ...emptyDraft,
    rules: {
      properties: overwritten(definition),
      relations:
        member && related
          ? {
              [member.name]: {
                method: 'Copy',
                related: { properties: overwritten(related), relations: {} },
              },
            }
          : {},
    },
  }
}

/** A new value for every text that has to be there and can't be held twice, or else for the first text. */
function overwritten(definition: DefinitionAnswer): Record<string, PropertyRule> {
  const texts = propertiesOf(definition).filter(({ type, datasource }) => type === 'String' && !datasource)
  const needed = texts.filter(({ is_unique, is_mandatory }) => is_unique && is_mandatory)
  const chosen = needed.length > 0 ? needed : texts.slice(0, 1)

  return Object.fromEntries(
    chosen.map(({ name }) => [name, { method: 'Overwrite', newValue: `Copied ${name.toLowerCase()}` }]),
  )
}
