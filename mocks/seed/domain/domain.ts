import type { EntityDefinition } from '../../model/definitions/definition.ts'
import { assemble } from './builder.ts'
import { commerce } from './commerce.ts'
import { content } from './content.ts'
import { marketing } from './marketing.ts'
import { relations } from './relations.ts'
import { system } from './system.ts'
import { taxonomy } from './taxonomy.ts'

/** The built-in domain, a content hub, by id. Ids are never reused: entity ids are made from them. */
export const definitions: EntityDefinition[] = assemble(
  [...content, ...commerce, ...marketing, ...taxonomy, ...system],
  relations,
).sort((one, other) => one.id - other.id)
