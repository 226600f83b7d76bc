import type { PropertyMember } from '../../model/definitions/definition.ts'
import type { EntityInFile } from '../../model/data-file/data-file.ts'
import { addFileEntities } from '../../model/data-file/data-file-entities.ts'
import { type CompiledDefinition, compiledDefinitionOf } from '../../model/definitions/compiled-definition.ts'
import type { Entity, RelatedIds } from '../../model/entities/entity.ts'
import { withoutInvariant } from '../../model/entities/properties.ts'
import type { FailureSink } from '../../model/shared/errors.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import { createStream } from '../../model/shared/random.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/data-tables.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../../seed/domain/origin.ts'
import type { ImportNotes } from '../import-summary.ts'
import type { ExternalEntity } from './external-entity.ts'
import { makeValuesUnique, userResolver, type Identities, type Identity } from './identities.ts'

/**
 * Puts external entities into the draft, by the rules for entities of data files. Rejected values are skipped and noted,
 * and mandatory ones may be missing.
 *
 * @param seed for missing identifiers
 *
 * @returns how many entities were added, and how many relations these have to others
 */
export function* addExternalEntities(
  draft: DataDraft,
  identities: Identities,
  seed: number,
  notes: ImportNotes,
): Sliced<{ entities: number; relations: number }> {
  const importable = identities.all.filter((identity) => isImportable(draft, identity, notes))
  const inputs: EntityInFile[] = []
  const userOf = userResolver(draft, identities)
  const identifierOf = (index: number) => createStream(seed, 'import', index).text(22)
  const defaults = { identifierOf, now: defaultCreatedOn, userId: defaultCreatedBy, isComplete: true }
  // Without hints, so that the same failure of many entities is one note.
  const failures: FailureSink = {
    add(path, message) {
      const [, index, ...rest] = path.split('.')
      const place = importable[Number(index)]?.records[0].place

      notes.skipped(message, [place, ...rest.filter((part) => part !== 'properties')].join('.'))
    },
  }

  for (const identity of importable) {
    inputs.push(inputOf(draft, identity, { identities, userOf }, notes))
    yield
  }
  yield* addFileEntities(draft, inputs, defaults, failures)
  yield* makeValuesUnique(draft, importable, identifierOf, notes)

  const related = importable.flatMap(({ id }) => Object.entries(draft.entities.get(id)?.relations ?? {}))
  const names = related.flatMap(([name, { parents = [], children = [] }]) =>
    parents.length + children.length > 0 ? [name] : [],
  )

  return { entities: importable.length, relations: new Set(names).size }
}

function isImportable(draft: DataDraft, { records: [first] }: Identity, notes: ImportNotes): boolean {
  if (draft.definitions.has(first.definition)) return true
  notes.skipped(`"${first.definition}" is not a valid name of a definition.`, first.place)

  return false
}

function inputOf(
  draft: DataDraft,
  { id, records }: Identity,
  others: { identities: Identities; userOf: ReturnType<typeof userResolver> },
  notes: ImportNotes,
): EntityInFile {
  const here = draft.entities.get(id)
  const [{ definition, place }] = records
  const compiled = compiledDefinitionOf(draft, definition)
  const last = <T>(pick: (record: ExternalEntity) => T | undefined) =>
    records.reduce<T | undefined>((found, record) => pick(record) ?? found, undefined)
  const userOf = (role: 'createdBy' | 'modifiedBy', replacement: string) => {
    const href = last((record) => record[role])
    const user = (href === undefined ? undefined : others.userOf(href)) ?? here?.[role]

    if (href !== undefined && user === undefined) notes.changed(replacement, place)

    return user
  }

  return {
    id,
    definition,
    identifier: last((record) => record.identifier) ?? here?.identifier,
    cultures: [...new Set([...(here?.cultures ?? []), ...records.flatMap((record) => record.cultures)])],
    properties: Object.fromEntries([
      ...Object.entries(here?.properties ?? {}),
      ...records.flatMap((record) => fitting(record, compiled)),
    ]),
    relations: relationsOf(here, records, others.identities, notes),
    version: last((record) => record.version) ?? here?.version,
    createdOn: last((record) => record.createdOn) ?? here?.createdOn,
    createdBy: userOf(
      'createdBy',
      'The user who created it is not imported; the sandbox’s administrator is recorded instead.',
    ),
    modifiedOn: last((record) => record.modifiedOn) ?? here?.modifiedOn,
    modifiedBy: userOf(
      'modifiedBy',
      'The user who last changed it is not imported; its creator is recorded instead.',
    ),
  }
}

/** The values, converted to the form that their property definitions require. */
function fitting({ properties, cultures }: ExternalEntity, compiled: CompiledDefinition): [string, Json][] {
  return Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, Json] => {
      const property = compiled.properties.get(name)

      return [name, property ? fit(value, property, cultures[0]) : value]
    })
}

function fit(value: Json, property: PropertyMember, culture: string | undefined): Json {
  if (property.is_multilanguage) {
    return isObject(value) || culture === undefined ? value : { [culture]: value }
  }

  const plain = withoutInvariant(value)

  return property.is_multivalue && !Array.isArray(plain) ? [plain] : plain
}

/** The existing related entities, then the given ones. */
function relationsOf(
  here: Entity | undefined,
  records: readonly ExternalEntity[],
  identities: Identities,
  notes: ImportNotes,
): EntityInFile['relations'] {
  const relations = new Map<string, RelatedIds>(Object.entries(here?.relations ?? {}))

  for (const { ends, place } of records) {
    for (const { relation, side, references } of ends) {
      const ids = references.map((reference) => identities.resolve(reference))
      const before = relations.get(relation)
      const resolved = ids.filter((id) => id !== undefined)

      if (resolved.length < ids.length) {
        notes.skipped(
          'References to entities that are neither imported nor in the sandbox.',
          `${place}.relations.${relation}`,
        )
      }
      if (resolved.length > 0) {
        relations.set(relation, { ...before, [side]: [...new Set([...(before?.[side] ?? []), ...resolved])] })
      }
    }
  }

  // The type of a data file has both members, even when undefined.
  return Object.fromEntries(
    Array.from(relations, ([name, { parents, children }]) => [name, { parents, children }]),
  )
}
