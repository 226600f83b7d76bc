import type { z } from 'zod'
import { appendTo, computedOnce } from '../../data/model/shared/maps.ts'
import { foldCase, foldMember } from '../../data/model/shared/letter-case.ts'
import { ignoredMembers, isEmptyMember } from '../../data/model/shared/ignored-members.ts'
import { unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import type { Warn } from '../../data/model/shared/warnings.ts'

type Schema = z.core.$ZodType

/** What schemas, as alternatives of each other, declare about the names in a value. */
interface DeclaredNames {
  /** The schemas of members, by exact name. */
  readonly members: ReadonlyMap<string, readonly Schema[]>
  readonly declaredByFoldedName: ReadonlyMap<string, string>
  /** The schemas of members whose names are data. */
  readonly values: readonly Schema[]
  readonly elements: readonly Schema[]
  /** Enum values by folded value; undefined when any string is allowed. */
  readonly texts: ReadonlyMap<string, string> | undefined
  /** Whether no other members are declared. */
  readonly isClosed: boolean
  /** Folded names of members that are ignored, and whether they are unsupported. */
  readonly ignored: ReadonlyMap<string, boolean>
  /** Whether a number is expected, although a text is converted to one. */
  readonly isNumber: boolean
}

/** The current place in a value, and the callback for warnings. */
interface Walk {
  readonly path: readonly (string | number)[]
  readonly warn: Warn
}

/**
 * A request's JSON with the names of members and enum values as `schema` declares them: they are accepted in any letter
 * case, members also with or without underscores. Of two members that differ only in that, the exact one counts. Data
 * is unchanged.
 *
 * @param warn called for members that the schema does not have, and for texts in place of numbers
 */
export function normalizeNames(schema: Schema, value: unknown, warn: Warn): unknown {
  return normalize(alone(schema), value, { path: [], warn })
}

/** The same list each time, since names are collected once for each list. */
const alone = computedOnce((schema: Schema): readonly Schema[] => [schema])

function normalize(schemas: readonly Schema[], value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return normalizeText(schemas, value, walk)
  if (typeof value !== 'object' || value === null || schemas.length === 0) return value

  if (Array.isArray(value)) {
    const { elements } = namesIn(schemas)

    return elements.length === 0
      ? value
      : value.map((item, index) => normalize(elements, item, within(walk, index)))
  }

  const names = namesIn(discriminate(schemas, value))

  if (names.members.size === 0 && names.values.length === 0) return value

  const entries = Object.entries(value).flatMap(([given, inner]): [string, unknown][] => {
    const name = names.members.has(given)
      ? given
      : (names.declaredByFoldedName.get(foldMember(given)) ?? given)

    if (name !== given && Object.hasOwn(value, name)) return []
    if (names.isClosed && !names.members.has(name)) warnOfUnknown([given, inner], names, walk)

    return [[name, normalize(names.members.get(name) ?? names.values, inner, within(walk, given))]]
  })

  return Object.fromEntries(entries)
}

function within({ path, warn }: Walk, part: string | number): Walk {
  return { path: [...path, part], warn }
}

function warnOfUnknown(
  [given, value]: readonly [string, unknown],
  { members, ignored }: DeclaredNames,
  { path, warn }: Walk,
): void {
  const isUnsupported = ignored.get(foldMember(given))

  if (isUnsupported === undefined) warn([...path, given], () => unknownNameMessage(given, members.keys()))
  else if (isUnsupported && !isEmptyMember(value))
    warn([...path, given], () => `"${given}" is not supported, and has no effect.`)
}

function normalizeText(schemas: readonly Schema[], value: string, { path, warn }: Walk): string {
  const { texts, isNumber } = namesIn(schemas)

  if (isNumber) warn(path, () => 'Expected a number, not a text.')

  return texts?.get(foldCase(value)) ?? value
}

/** The alternatives that the literals and enums of the value select, such as `kind: 'latency'`; all if none fits. */
function discriminate(schemas: readonly Schema[], value: object): readonly Schema[] {
  const { all, constants, selections } = choicesIn(schemas)

  if (all.length < 2) return schemas

  const texts = new Map(
    Object.entries(value).map(([name, text]: [string, unknown]) => [foldMember(name), text]),
  )
  const fitting = [...all.keys()].filter((index) =>
    constants[index]?.every(([name, expected]) => {
      const text = texts.get(name)

      return typeof text !== 'string' || expected.has(foldCase(text))
    }),
  )

  if (fitting.length === 0 || fitting.length === all.length) return all
  const key = fitting.join()
  const known = selections.get(key)

  if (known) return known
  const selected = all.filter((_, index) => fitting.includes(index))

  selections.set(key, selected)

  return selected
}

/** Alternatives with what distinguishes them, and each selection of them, whose names are then collected once. */
const choicesIn = computedOnce((schemas: readonly Schema[]) => {
  const all = schemas.flatMap(alternatives)

  return { all, constants: all.map(constantsOf), selections: new Map<string, readonly Schema[]>() }
})

/** The folded texts that members of an object may have, by folded name; undefined for other schemas. */
function constantsOf(schema: Schema): [name: string, texts: ReadonlySet<string>][] | undefined {
  const def = definitionOf(schema)

  return def.type !== 'object'
    ? undefined
    : Object.entries(def.shape).flatMap(([name, member]): [string, Set<string>][] => {
        const texts = textsOf(member)

        return texts ? [[foldMember(name), new Set(texts.map(foldCase))]] : []
      })
}

/** The texts that a literal or an enum accepts; undefined for other schemas. */
function textsOf(schema: Schema): readonly string[] | undefined {
  const def = definitionOf(schema)
  const values =
    def.type === 'literal' ? def.values : def.type === 'enum' ? Object.values(def.entries) : undefined

  return values?.filter((value) => typeof value === 'string')
}

/** Computed once for each list, which `discriminate()` and other declared names return again. */
const namesIn = computedOnce((schemas: readonly Schema[]): DeclaredNames => {
  const members = new Map<string, Schema[]>()
  const values: Schema[] = []
  const elements: Schema[] = []
  const texts = new Map<string, string>()
  const ignored = new Map<string, boolean>()
  let isAnyText = false
  let isOpen = false
  let isNumber = false

  for (const schema of choicesIn(schemas).all) {
    const def = definitionOf(schema)

    if (def.type === 'object') {
      for (const [name, inner] of Object.entries(def.shape)) appendTo(members, name, inner)
      const { names, unsupported } = ignoredMembers(schema)

      for (const name of names) ignored.set(foldMember(name), unsupported.includes(name))
      isOpen ||= def.catchall !== undefined
    } else if (def.type === 'record') values.push(def.valueType)
    else if (def.type === 'array') elements.push(def.element)
    else if (def.type === 'enum') addTexts(texts, Object.values(def.entries))
    else if (def.type === 'literal') addTexts(texts, def.values)
    else if (def.type === 'string') isAnyText = true
    else if (def.type === 'pipe') isNumber = true
    else if (def.type === 'unknown' || def.type === 'any' || def.type === 'custom') isOpen = true
  }

  const declaredByFoldedName = new Map(Array.from(members.keys(), (name) => [foldMember(name), name]))

  return {
    members,
    declaredByFoldedName,
    values,
    elements,
    texts: isAnyText || texts.size === 0 ? undefined : texts,
    isClosed: members.size > 0 && values.length === 0 && !isOpen,
    ignored,
    isNumber: isNumber && !isAnyText,
  }
})

function addTexts(texts: Map<string, string>, values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value !== 'string') continue
    texts.set(foldCase(value), value)
  }
}

function definitionOf(schema: Schema) {
  const { _zod: internals } = schema as z.core.$ZodTypes // a schema is one of zod's kinds

  return internals.def
}

/** The alternatives of a schema, without unions and wrappers. A number that may be sent as text remains a pipe. */
function alternatives(schema: Schema): Schema[] {
  const def = definitionOf(schema)

  if (def.type === 'union') return def.options.flatMap(alternatives)
  if (def.type === 'lazy') return alternatives(def.getter())
  // A preprocessing function accepts anything; its result is known.
  if (def.type === 'pipe' && definitionOf(def.in).type === 'transform') {
    return definitionOf(def.out).type === 'number' ? [schema] : alternatives(def.out)
  }
  if (def.type === 'pipe') return alternatives(def.in)
  if ('innerType' in def && def.innerType) return alternatives(def.innerType)

  return [schema]
}
