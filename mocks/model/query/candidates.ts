import { compileDefinition, opposite } from '../definitions/compiled-definition.ts'
import type { PropertyMember } from '../definitions/definition.ts'
import { uniqueValueKey } from '../entities/properties.ts'
import { relatedIds } from '../relations/relations.ts'
import type { Json } from '../shared/json.ts'
import type { Data } from '../tables.ts'
import type { PlainFilter, PropertyFilter, RelationFilter, SystemFilter } from './filter.ts'

/** Entities among which all that a filter finds are. */
export interface Candidates {
  /** In ascending order. */
  readonly keys: Iterable<number>
  readonly size: number
  /** Whether the filter finds every one of them. */
  readonly isExact: boolean
}

/** The fewest entities that the indexes narrow a filter down to. */
export function candidatesFor(data: Data, filter: PlainFilter): Candidates {
  switch (filter.kind) {
    case 'all':
      return { ...everything(data), isExact: true }
    case 'and': {
      const narrowed = filter.filters.map((inner) => candidatesFor(data, inner))
      const best = narrowed.reduce((a, b) => (b.size < a.size ? b : a), everything(data))

      return { ...best, isExact: narrowed.length === 1 && best.isExact }
    }
    case 'or': {
      const narrowed = filter.filters.map((inner) => candidatesFor(data, inner))
      const size = narrowed.reduce((sum, one) => sum + one.size, 0)

      if (size >= data.entities.size) return everything(data)

      return some(
        narrowed.flatMap(({ keys }) => [...keys]),
        narrowed.every(({ isExact }) => isExact),
      )
    }
    case 'system':
      return bySystemField(data, filter) ?? everything(data)
    case 'property':
      return byUniqueProperty(data, filter) ?? everything(data)
    case 'relation':
      return byRelation(data, filter) ?? everything(data)
    case 'not':
    case 'text':
      return everything(data)
  }
}

function everything(data: Data): Candidates {
  return { keys: { [Symbol.iterator]: () => data.entities.keys() }, size: data.entities.size, isExact: false }
}

function some(ids: readonly number[], isExact: boolean): Candidates {
  const keys = [...new Set(ids)].sort((a, b) => a - b)

  return { keys, size: keys.length, isExact }
}

function bySystemField(data: Data, { field, operator, values }: SystemFilter): Candidates | undefined {
  if (operator !== 'Equals') return undefined
  if (field === 'id') return some(values.map((id) => knownId(data, id)).filter(isNumber), true)
  if (field === 'identifier') {
    const texts = values.filter((value) => value !== null).map(String)

    return some(texts.map((text) => data.entities.find('identifier', text)?.id).filter(isNumber), true)
  }
  if (field !== 'definition') return undefined

  const names = [...new Set(values.map(String))]
  const groups = names.map((name) => data.entities.group('definition', name)).filter(({ size }) => size > 0)
  const [only] = groups

  if (only && groups.length === 1) {
    return { keys: { [Symbol.iterator]: () => only.keys() }, size: only.size, isExact: true }
  }

  return some(
    groups.flatMap((group) => [...group.keys()]),
    true,
  )
}

/** The other end of a relation knows who is at this one. */
function byRelation(data: Data, { relation, side, ids }: RelationFilter): Candidates | undefined {
  if (!ids) return undefined

  const sides = side ? [side] : (['parents', 'children'] as const)
  const others = ids.map((id) => data.entities.get(id)).filter((entity) => entity !== undefined)

  return some(
    sides.flatMap((each) => others.flatMap((entity) => relatedIds(entity, relation, opposite(each)))),
    true,
  )
}

/** Where every definition that has the property keeps its values unique, they are in an index. */
function byUniqueProperty(data: Data, filter: PropertyFilter): Candidates | undefined {
  const texts = filter.values.filter((value) => typeof value === 'string')

  // An entity without a value is in no index, and equals null.
  if (filter.operator !== 'Equals' || texts.length < filter.values.length) return undefined
  const ids: number[] = []

  for (const definition of data.definitions.all()) {
    const member = compileDefinition(definition).properties.get(filter.property)

    if (!member) continue
    if (!isIndexed(member)) return undefined

    for (const value of texts) {
      const key = uniqueValueKey(definition.name, member.name, value)
      const id = data.entities.find('propertyValue', key)?.id

      if (id !== undefined) ids.push(id)
    }
  }

  return some(ids, true)
}

function isIndexed(member: PropertyMember): boolean {
  return member.is_unique && member.type === 'String' && !member.is_multilanguage && !member.is_multivalue
}

/** Clients send ids as numbers and as text; only what reads the same both ways compares as equal. */
function knownId(data: Data, value: Json): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const id = Number(value)

  return String(id) === String(value) && data.entities.has(id) ? id : undefined
}

function isNumber(id: number | undefined): id is number {
  return id !== undefined
}
