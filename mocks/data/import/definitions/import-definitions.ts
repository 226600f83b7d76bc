import { DefinitionInFile } from '../../model/data-file/data-file.ts'
import { propertyMembersOf, relationsOf, withRelations } from '../../model/definitions/compiled-definition.ts'
import { checkMembers } from '../../model/definitions/definitions.ts'
import { OptionList, type EntityDefinition } from '../../model/definitions/definition.ts'
import { FailureList } from '../../model/shared/errors.ts'
import { tables, type DataDraft } from '../../model/data-tables.ts'
import { systemDefinitions } from '../../seed/domain/system-definitions.ts'
import { change, emptyState } from '../../store/draft.ts'
import type { SourceRecord } from '../sources/source-records.ts'
import type { ImportNotes } from '../import-summary.ts'
import { readableDefinition } from './readable-definition.ts'
import { fitDefinition, noteUnknownFields, withNeededMembers } from './fit-definition.ts'
import { withFixedUsers } from '../entities/identities.ts'
import { definitions as builtIn } from '../../seed/domain/domain.ts'

/** Definitions of other systems, made consistent with each other and with what the sandbox needs. */
export async function externalDefinitions(
  records: readonly SourceRecord[],
  notes: ImportNotes,
): Promise<DefinitionInFile[]> {
  const byName = new Map<string, DefinitionInFile>()

  for (const { value, place } of records) {
    const readable = withFixedUsers(readableDefinition(value))
    const definition = fitDefinition(readable, place, notes)

    noteUnknownFields(value, place, notes)
    if (definition) byName.set(definition.name, withNeededMembers(definition, notes))
    else notes.skipped("This definition can't be read.", place)
  }

  const given = [...byName.values()]
  const all = withUniqueIds([...given, ...stubsFor(given, notes)], notes)

  return withoutConflicts(all, notes)
}

/** Omits ids that occur before, or that a definition of the sandbox has. */
function withUniqueIds(definitions: readonly DefinitionInFile[], notes: ImportNotes): DefinitionInFile[] {
  const names = new Set(definitions.map(({ name }) => name))
  const used = new Set(systemDefinitions.filter(({ name }) => !names.has(name)).map(({ id }) => id))

  return definitions.map((definition) => {
    const { id, ...others } = definition

    if (id === undefined || !used.has(id)) {
      if (id !== undefined) used.add(id)

      return definition
    }
    notes.changed('The definition has a new id: its id is in use.', definition.name)

    return others
  })
}

/** Removes members that contradict others, such as a relation that is declared differently at its other end. */
function withoutConflicts(definitions: readonly DefinitionInFile[], notes: ImportNotes): DefinitionInFile[] {
  const scratch = change(emptyState(tables), (draft) => {
    const numbered = definitions.map((definition, index) => ({ ...definition, id: index + 1 }))

    for (const definition of [...systemDefinitions, ...numbered]) {
      draft.definitions.put(definition)
      for (const { datasource } of propertyMembersOf(definition)) {
        if (datasource) draft.optionLists.put(OptionList.parse({ name: datasource }))
      }
    }

    return definitions.map(({ id, ...definition }, index) => {
      const { id: _, ...valid } = withoutRejected(draft, { ...definition, id: index + 1 }, notes)

      return id === undefined ? valid : { ...valid, id }
    })
  })

  return scratch.result
}

function withoutRejected(
  draft: DataDraft,
  definition: EntityDefinition,
  notes: ImportNotes,
): EntityDefinition {
  const failures = new FailureList()

  checkMembers(draft, definition, failures)
  if (failures.isEmpty) return definition

  const rejected = new Set<string>()

  for (const [path, message] of failures.entries()) {
    const place = path.split('.').slice(0, 4).join('.')

    if (!rejected.has(place)) notes.skipped(`A member of "${definition.name}": ${message}`, definition.name)
    rejected.add(place)
  }

  const valid = {
    ...definition,
    member_groups: definition.member_groups.map((group, g) => ({
      ...group,
      members: group.members.filter((_, m) => !rejected.has(`member_groups.${g}.members.${m}`)),
    })),
  }

  draft.definitions.put(valid)

  return valid
}

const builtInByName = new Map(builtIn.map((definition) => [definition.name, definition]))
const nameShape = DefinitionInFile.shape.name

/**
 * The missing definitions to which relations lead: the built-in one of that name, or else one that consists only of its
 * name.
 */
function stubsFor(definitions: readonly DefinitionInFile[], notes: ImportNotes): DefinitionInFile[] {
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

    return original
      ? withRelations(original, (relation) => present.has(relation.associated_entitydefinition))
      : DefinitionInFile.parse({ name })
  })
}
