import type { Entity } from '../../entities/entity.ts'
import { entitiesWithIds } from '../../entities/references.ts'
import { opposite, sides } from '../../definitions/compiled-definition.ts'
import { relatedIds } from '../../relations/relations.ts'
import type { Data } from '../../tables.ts'
import { equalityKey, asStored, typeOfSystemField } from '../values.ts'
import {
  allEntities,
  complementOf,
  exactCandidates,
  fromIdLists,
  fromIds,
  intersectionOf,
  unionOf,
  type Candidates,
} from './candidates.ts'
import { type PlainFilter, type PropertyFilter, type RelationFilter, type SystemFilter } from '../filter.ts'
import { union, type Ids, keyIndex, type IndexSpec, type KeyIndex } from './key-index.ts'
import { propertyReader } from '../matches.ts'
import { literalPrefix, matcherOf } from '../text/pattern.ts'
import { searchedWords } from '../text/words.ts'

/** The indexes that a filter uses. */
export function indexesFor(filter: PlainFilter): IndexSpec[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(indexesFor)
    case 'not':
      return indexesFor(filter.filter)
    case 'words':
      return [wordIndex]
    case 'property':
      return filter.operator === 'Equals' ? [valueIndexOf(filter)] : []
    case 'system':
      return filter.field === 'created_by' || filter.field === 'modified_by'
        ? [userIndexes[filter.field]]
        : []
    case 'all':
    case 'relation':
    case 'text':
      return []
  }
}

/** The candidates for a filter, as few as the indexes allow. */
export function candidatesFor(data: Data, filter: PlainFilter): Candidates {
  switch (filter.kind) {
    case 'all':
      return { ...allEntities(data), isExact: true }
    case 'and':
      return intersectionOf(data, candidatesOfEach(data, filter.filters))
    case 'or':
      return unionOf(data, candidatesOfEach(data, filter.filters))
    case 'not':
      return complementOf(data, candidatesFor(data, filter.filter))
    case 'system':
    case 'property':
    case 'relation':
    case 'text':
    case 'words':
      return byCondition(data, filter) ?? allEntities(data)
  }
}

function candidatesOfEach(data: Data, filters: readonly PlainFilter[]): Candidates[] {
  return filters.map((filter) => candidatesFor(data, filter))
}

type LeafFilter = Exclude<PlainFilter, { kind: 'all' | 'and' | 'or' | 'not' }>

/** The candidates for a condition from an index; undefined where no index helps. */
function byCondition(data: Data, filter: LeafFilter): Candidates | undefined {
  switch (filter.kind) {
    case 'system':
      return bySystemField(data, filter)
    case 'property':
      return byProperty(data, filter)
    case 'relation':
      return byRelation(data, filter)
    case 'words':
      return byWords(data, filter.patterns)
    case 'text':
      return undefined
  }
}

function bySystemField(data: Data, { field, operator, values }: SystemFilter): Candidates | undefined {
  if (operator !== 'Equals') return undefined
  const texts = asStored(typeOfSystemField[field], values)
    .filter((value) => value !== null)
    .map(String)

  switch (field) {
    case 'id':
      return exactCandidates(texts.map((text) => existingId(data, text)))
    case 'identifier':
      return exactCandidates(texts.map((text) => data.entities.find('identifier', text)?.id))
    case 'definition':
      return byDefinition(data, texts)
    case 'created_by':
    case 'modified_by':
      return byUser(data, field, texts)
    case 'created_on':
    case 'modified_on':
    case 'version':
      return undefined
  }
}

function byDefinition(data: Data, names: readonly string[]): Candidates {
  const groups = distinct(names)
    .map((name) => data.entities.group('definition', name))
    .filter(({ size }) => size > 0)
  const [only] = groups

  if (!only || groups.length > 1) return exactCandidates(groups.flatMap((group) => [...group.keys()]))

  return {
    ids: { [Symbol.iterator]: () => only.keys() },
    maxSize: only.size,
    size: only.size,
    has: (id) => only.has(id),
    isExact: true,
  }
}

function byUser(
  data: Data,
  field: 'created_by' | 'modified_by',
  ids: readonly string[],
): Candidates | undefined {
  const index = keyIndex(data, userIndexes[field])

  return index && fromIds(union(distinct(ids).map((id) => index.ids(id))), true)
}

const userIndexes = {
  created_by: userIndex('created_by', ({ createdBy }) => createdBy),
  modified_by: userIndex('modified_by', ({ modifiedBy }) => modifiedBy),
}

function userIndex(name: string, userOf: (entity: Entity) => number): IndexSpec {
  return { name, keysOf: () => (entity) => [String(userOf(entity))], sources: () => [] }
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

/** The key of all entities that have any value. */
const anyValue = 'any'

function byProperty(data: Data, filter: PropertyFilter): Candidates | undefined {
  if (filter.operator !== 'Equals') return undefined

  const index = keyIndex(data, valueIndexOf(filter))
  const given = filter.values.filter((value) => value !== null)
  const forms = given.map((value) =>
    distinct([value, ...asStored('date', [value]), ...asStored('number', [value])].map(equalityKey)),
  )
  // Text that looks like a date or a number may be text in some definitions, so its candidates are not exact.
  const isExact = forms.every(({ length }) => length === 1)

  if (!index) return undefined
  const equal = fromIds(union(distinct(forms.flat()).map((key) => index.ids(key))), isExact)

  if (!filter.values.includes(null)) return equal
  const empty = complementOf(data, fromIds(index.ids(anyValue), true))

  return unionOf(data, [equal, empty])
}

function valueIndexOf({ property, culture }: PropertyFilter): IndexSpec {
  return {
    name: JSON.stringify([property, culture]),
    sources: ({ definitions }) => [definitions],
    keysOf(data) {
      const valuesOf = propertyReader(data, property, culture)

      return (entity) => {
        const values = valuesOf(entity).filter((value) => value !== null)

        return values.length > 0 ? [anyValue, ...values.map(equalityKey)] : []
      }
    },
  }
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
function byWords(data: Data, patterns: readonly string[]): Candidates | undefined {
  const index = keyIndex(data, wordIndex)
  const [rarest] = index
    ? patterns
        .map((pattern) => withWord(index, pattern, patterns.length === 1))
        .sort((a, b) => a.maxSize - b.maxSize)
    : []

  return rarest
}

function withWord(index: KeyIndex, pattern: string, isExact: boolean): Candidates {
  const prefix = literalPrefix(pattern)

  if (prefix === pattern) return fromIds(index.ids(pattern), isExact)
  const matches = matcherOf(pattern)
  const lists: Ids[] = []

  index.eachWithPrefix(prefix, (word, ids) => {
    if (matches(word)) lists.push(ids)
  })

  return fromIdLists(lists, isExact)
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}

function existingId(data: Data, text: string): number | undefined {
  const id = Number(text)

  return String(id) === text && data.entities.has(id) ? id : undefined
}
