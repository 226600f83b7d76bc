import { compileDefinition, type CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { Data } from '../tables.ts'

/** The compiled definition of an entity's definition. */
export function compiledDefinitionOf(data: Data, definition: string): CompiledDefinition {
  const found = data.definitions.get(definition)

  if (!found) throw new Error(`Failed to read an entity: its definition "${definition}" no longer exists.`)

  return compileDefinition(found)
}
