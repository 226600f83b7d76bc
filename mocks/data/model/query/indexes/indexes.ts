import { opposite, sides } from '../../definitions/compiled-definition.ts'
import type { Entity } from '../../entities/entity.ts'
import { entitiesWithIds } from '../../entities/references.ts'
import { relatedIds } from '../../relations/relations.ts'
import type { Json } from '../../shared/json.ts'
import type { Data, CommittedData } from '../../data-tables.ts'
import { equalityKey, asStored, typeOfSystemField } from '../values.ts'
import type { PlainFilter, PropertyFilter, RelationFilter, SystemFilter } from '../filter.ts'
import { keyIndex, type IndexSpec, type KeyIndex, includes, sorted, type Ids } from './key-index.ts'
import { propertyReader } from '../matches.ts'
import { literalPrefix, matcherOf, searchedWords } from '../text/words.ts'
import type { KeySet } from '../../../store/table.ts'

export function indexesFor(filter: PlainFilter): IndexSpec[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.flatMap(indexesFor)
  const lookup = lookupOf(filter)

  return lookup ? [lookup.spec] : []
}

/** The candidates for a filter, as few as the indexes allow; undefined where any entity may match. */
export function candidatesFor(data: CommittedData, filter: PlainFilter): Candidates | undefined {
  switch (filter.kind) {
    case 'all':
      return fromKeys(data.entities)
    case 'and':
      return intersectionOf(filter.filters.map((inner) => candidatesFor(data, inner)))
    case 'or': {
      const sets = filter.filters.map((inner) => candidatesFor(data, inner))

      return sets.every((set) => set !== undefined) ? unionOf(sets) : undefined
    }
    case 'relation':
      return byRelation(data, filter)
    case 'system':
      return bySystemField(data, filter) ?? byIndex(data, filter)
    case 'property':
    case 'words':
      return byIndex(data, filter)
    case 'not':
      return undefined
  }
}

/** Reads the ids from the other end of the relation. */
function byRelation(data: Data, { relation, side, ids }: RelationFilter): Candidates | undefined {
  if (!ids) return undefined

  const given = side ? [side] : sides
  const ends = entitiesWithIds(data, ids)

  return exactCandidates(
    given.flatMap((each) => ends.flatMap((entity) => relatedIds(entity, relation, opposite(each)))),
  )
}

/** Reads the tables' own indexes. */
function bySystemField(
  { entities }: Data,
  { field, operator, values }: SystemFilter,
): Candidates | undefined {
  if (operator !== 'Equals') return undefined
  const texts = asStored(typeOfSystemField[field], values)
    .filter((value) => value !== null)
    .map(String)

  if (field === 'id') return exactCandidates(texts.map((text) => entities.get(Number(text))?.id))
  if (field === 'identifier')
    return exactCandidates(texts.map((text) => entities.find('identifier', text)?.id))

  return field === 'definition'
    ? unionOf(texts.map((name) => fromKeys(entities.group('definition', name))))
    : undefined
}

function byIndex(data: CommittedData, filter: PlainFilter): Candidates | undefined {
  const lookup = lookupOf(filter)

  return lookup?.candidatesIn(keyIndex(data, lookup.spec))
}

/** How an index finds candidates; undefined where none helps: those of values have no key for entities without one. */
function lookupOf(filter: PlainFilter) {
  if (filter.kind === 'words')
    return { spec: wordIndex, candidatesIn: (index: KeyIndex) => withWords(index, filter.patterns) }
  if (!('values' in filter) || filter.operator !== 'Equals' || filter.values.includes(null)) return undefined
  const spec = filter.kind === 'property' ? propertyIndex(filter) : userIndexes.get(filter.field)

  return spec && { spec, candidatesIn: (index: KeyIndex) => withValues(index, filter.values) }
}

const userIndexes = new Map([
  ['created_by', userIndex('created_by', ({ createdBy }) => createdBy)],
  ['modified_by', userIndex('modified_by', ({ modifiedBy }) => modifiedBy)],
])

function userIndex(name: string, userOf: (entity: Entity) => number): IndexSpec {
  return { name, keysOf: () => (entity) => [equalityKey(userOf(entity))], sources: () => [] }
}

function propertyIndex({ property, culture }: PropertyFilter): IndexSpec {
  return {
    name: JSON.stringify([property, culture]),
    sources: ({ definitions }) => [definitions],
    keysOf(data) {
      const valuesOf = propertyReader(data, property, culture)

      return (entity) =>
        valuesOf(entity)
          .filter((value) => value !== null)
          .map(equalityKey)
    },
  }
}

/** Text that looks like a date or a number may be text in some definitions, so its candidates are not exact. */
function withValues(index: KeyIndex, values: readonly Json[]): Candidates {
  return unionOf(
    values.flatMap((value) => {
      const forms = [value, ...asStored('date', [value]), ...asStored('number', [value])]
      const keys = [...new Set(forms.map(equalityKey))]

      return keys.map((key) => fromIds(index.get(key) ?? [], keys.length === 1))
    }),
  )
}

const wordIndex: IndexSpec = {
  name: 'words',
  keysOf(data) {
    const wordsOf = searchedWords(data)

    return (entity) => {
      const all = []

      for (const words of wordsOf(entity)) for (const word of words) all.push(word) // flat() takes ten times as long

      return all
    }
  },
  sources: ({ definitions, optionLists }) => [definitions, optionLists],
}

/** The entities with the rarest of the words. */
function withWords(index: KeyIndex, patterns: readonly string[]): Candidates {
  const [rarest] = patterns
    .map((pattern) => withWord(index, pattern, patterns.length === 1))
    .toSorted((a, b) => a.maxSize - b.maxSize)

  return rarest ?? unionOf([])
}

function withWord(index: KeyIndex, pattern: string, isExact: boolean): Candidates {
  const prefix = literalPrefix(pattern)
  const matches = matcherOf(pattern)
  const sets: Candidates[] = []

  // U+FFFF sorts after every character, so it bounds the range of the prefix.
  index.forRange(prefix, `${prefix}\uffff`, true, (word, ids) => {
    if (matches(word)) sets.push(fromIds(ids, isExact))
  })

  return unionOf(sets)
}

/** A superset of the entities that a filter finds. */
interface Candidates {
  /** In ascending order. */
  readonly ids: Iterable<number>
  /** The maximum number of candidates; smaller sets are examined first. */
  readonly maxSize: number
  /** The number of candidates, where it is known without counting. */
  readonly size?: number
  has(id: number): boolean
  /** Whether the filter finds all of them. */
  readonly isExact: boolean
}

function fromIds(ids: Ids, isExact: boolean): Candidates {
  return { ids, maxSize: ids.length, size: ids.length, has: (id) => includes(ids, id), isExact }
}

/** Candidates that the filter finds, in any order. */
function exactCandidates(ids: readonly (number | undefined)[]): Candidates {
  return fromIds(sorted(ids.filter((id) => id !== undefined)), true)
}

/** Candidates that the filter finds: the keys of a table or a group. */
function fromKeys(keys: KeySet<number>): Candidates {
  return {
    ids: { [Symbol.iterator]: () => keys.keys() },
    maxSize: keys.size,
    size: keys.size,
    has: (id) => keys.has(id),
    isExact: true,
  }
}

/** The candidates in all of the sets; undefined stands for any entity. */
function intersectionOf(sets: readonly (Candidates | undefined)[]): Candidates | undefined {
  const [smallest, ...rest] = sets
    .filter((set) => set !== undefined)
    .toSorted((a, b) => a.maxSize - b.maxSize)

  return (
    smallest &&
    fromIds(
      Array.from(smallest.ids).filter((id) => rest.every((set) => set.has(id))),
      sets.every((set) => set?.isExact),
    )
  )
}

/** The candidates in any of the sets, which are combined only when needed. */
function unionOf(sets: readonly Candidates[]): Candidates {
  const [only] = sets
  let combined: Ids | undefined
  const all = () => (combined ??= sorted(sets.flatMap(({ ids }) => Array.from(ids))))

  if (only && sets.length === 1) return only

  return {
    ids: { [Symbol.iterator]: () => all().values() },
    maxSize: sets.reduce((sum, { maxSize }) => sum + maxSize, 0),
    has: (id) => includes(all(), id),
    isExact: sets.every(({ isExact }) => isExact),
  }
}
