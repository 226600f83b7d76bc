import { DefinitionInFile } from '../../model/data-file/data-file.ts'
import { relationsOf, withRelationsTo } from '../../model/definitions/compiled-definition.ts'
import { definitions as builtIn } from '../../seed/domain/domain.ts'
import { systemDefinitions } from '../../seed/domain/system-definitions.ts'
import type { ImportNotes } from '../summary.ts'

const builtInByName = new Map(builtIn.map((definition) => [definition.name, definition]))
const nameShape = DefinitionInFile.shape.name

/**
 * The missing definitions to which relations lead: the built-in one of that name, or else one that consists only of its
 * name.
 */
export function stubsFor(definitions: readonly DefinitionInFile[], notes: ImportNotes): DefinitionInFile[] {
  const given = new Set([...definitions, ...systemDefinitions].map(({ name }) => name))
  const missing = new Map<string, string>()

  for (const definition of definitions) {
    for (const { associated_entitydefinition: other } of relationsOf(definition)) {
      if (!given.has(other) && !missing.has(other) && nameShape.safeParse(other).success)
        missing.set(other, definition.name)
    }
  }

  const present = new Set([...given, ...missing.keys()])

  return Array.from(missing, ([name, from]) => {
    const original = builtInByName.get(name)

    notes.changed(
      original
        ? `"${name}" is not among the definitions: the built-in one is used.`
        : `"${name}" is not among the definitions: an empty one is used.`,
      from,
    )

    return original ? withRelationsTo(present, original) : DefinitionInFile.parse({ name })
  })
}
