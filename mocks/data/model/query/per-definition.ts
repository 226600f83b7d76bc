import { compileDefinition, type CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import type { Data } from '../tables.ts'

/** A function of entities that is compiled once for each of their definitions. */
export function perDefinition<Result>(
  data: Data,
  compile: (definition: CompiledDefinition | undefined) => (entity: Entity) => Result,
): (entity: Entity) => Result {
  const compiled = new Map<string, (entity: Entity) => Result>()

  return (entity) => {
    let ofDefinition = compiled.get(entity.definition)

    if (!ofDefinition) {
      const definition = data.definitions.get(entity.definition)

      compiled.set(entity.definition, (ofDefinition = compile(definition && compileDefinition(definition))))
    }

    return ofDefinition(entity)
  }
}
