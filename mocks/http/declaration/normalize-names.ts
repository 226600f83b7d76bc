import { z } from 'zod'
import { foldCase, foldMember } from '../../model/shared/letter-case.ts'
import { ignoredMembers } from '../../model/shared/ignored-members.ts'
import { unknownNameMessage } from '../../model/shared/suggestion.ts'
import type { Warn } from '../../sandbox/validation.ts'

/** The names of an object's members in a schema, without the wrappers around it. Several are alternatives. */
interface Names {
  /** By exact name, the schemas of that member. */
  readonly members: ReadonlyMap<string, readonly z.ZodType[]>
  /** Declared names by folded name. */
  readonly exact: ReadonlyMap<string, string>
  /** Schemas of members whose names are data. */
  readonly values: readonly z.ZodType[]
  readonly elements: readonly z.ZodType[]
  /** Enum values by folded value; undefined where any string is allowed. */
  readonly texts: ReadonlyMap<string, string> | undefined
  /** Whether objects have no members but these. */
  readonly isClosed: boolean
  /** Folded names of members that are ignored without a warning. */
  readonly ignored: ReadonlySet<string>
  /** Whether a text is read as a number, though none should be sent. */
  readonly isNumber: boolean
}

/** The current place of a walk through a value, and the callback for its findings. */
interface Walk {
  readonly path: readonly (string | number)[]
  readonly warn: Warn
}

/**
 * A request's JSON with the names of members and enum values as `schema` declares them: any letter case is accepted, and
 * members with or without underscores. Of two members that differ in that only, the exact one counts. Data is left
 * unchanged.
 *
 * @param warn called for members that the schema does not have, and for texts in place of numbers
 */
export function normalizeNames(schema: z.ZodType, value: unknown, warn: Warn): unknown {
  return normalize([schema], value, { path: [], warn })
}

function normalize(schemas: readonly z.ZodType[], value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return normalizeText(schemas, value, walk)
  if (typeof value !== 'object' || value === null || schemas.length === 0) return value

  const names = namesIn(schemas)

  if (Array.isArray(value)) {
    return names.elements.length === 0
      ? value
      : value.map((item, index) => normalize(names.elements, item, within(walk, index)))
  }
  if (names.members.size === 0 && names.values.length === 0) return value

  const entries = Object.entries(value).flatMap(([given, inner]): [string, unknown][] => {
    const name = names.members.has(given) ? given : (names.exact.get(foldMember(given)) ?? given)

    // The exact one counts.
    if (name !== given && Object.hasOwn(value, name)) return []
    if (names.isClosed && !names.members.has(name)) warnOf(given, names, walk)

    return [[name, normalize(names.members.get(name) ?? names.values, inner, within(walk, given))]]
  })

  return Object.fromEntries(entries)
}

function within({ path, warn }: Walk, part: string | number): Walk {
  return { path: [...path, part], warn }
}

function warnOf(given: string, { members, ignored }: Names, { path, warn }: Walk): void {
  if (!ignored.has(foldMember(given))) warn([...path, given], () => unknownNameMessage(given, members.keys()))
}

function normalizeText(schemas: readonly z.ZodType[], value: string, { path, warn }: Walk): string {
  const { texts, isNumber } = namesIn(schemas)

  if (isNumber) warn(path, () => 'Expected a number, not a text.')

  return texts?.get(foldCase(value)) ?? value
}

const knownNames = new WeakMap<z.ZodType, Names>()

function namesIn(schemas: readonly z.ZodType[]): Names {
  const [first, ...others] = schemas
  const known = first && others.length === 0 ? knownNames.get(first) : undefined

  if (known) return known

  const names = collect(schemas)

  if (first && others.length === 0) knownNames.set(first, names)

  return names
}

function collect(schemas: readonly z.ZodType[]): Names {
  const members = new Map<string, z.ZodType[]>()
  const values: z.ZodType[] = []
  const elements: z.ZodType[] = []
  const texts = new Map<string, string>()
  const ignored = new Set<string>()
  let isAnyText = false
  let isOpen = false
  let isNumber = false

  for (const schema of schemas.flatMap(alternatives)) {
    const def = definitionOf(schema)
    // Text of a closed set that is read as text, so that a rule says what is wrong with it.
    const named = z.globalRegistry.get(schema)?.enum

    if (def.type === 'object') {
      for (const [name, inner] of Object.entries(def.shape))
        members.set(name, [...(members.get(name) ?? []), inner])
      for (const name of ignoredMembers(schema)) ignored.add(foldMember(name))
      isOpen ||= def.catchall !== undefined
    } else if (def.type === 'record') values.push(def.valueType)
    else if (def.type === 'array') elements.push(def.element)
    else if (def.type === 'enum') addTexts(texts, Object.values(def.entries))
    else if (def.type === 'literal') addTexts(texts, def.values)
    else if (Array.isArray(named)) addTexts(texts, named)
    else if (def.type === 'string') isAnyText = true
    else if (def.type === 'number') isNumber ||= def.coerce === true
    else if (def.type === 'unknown' || def.type === 'any' || def.type === 'custom') isOpen = true
  }

  const exact = new Map(Array.from(members.keys(), (name) => [foldMember(name), name]))

  return {
    members,
    exact,
    values,
    elements,
    texts: isAnyText || texts.size === 0 ? undefined : texts,
    isClosed: members.size > 0 && values.length === 0 && !isOpen,
    ignored,
    isNumber: isNumber && !isAnyText,
  }
}

function addTexts(texts: Map<string, string>, values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value !== 'string') continue
    texts.set(foldCase(value), value)
  }
}

/** A schema's definition, as far as it is looked at here. */
type Definition =
  | {
      readonly type: 'object'
      readonly shape: Readonly<Record<string, z.ZodType>>
      /** The schema of the other members, where any are allowed. */
      readonly catchall?: z.ZodType
    }
  | { readonly type: 'record'; readonly valueType: z.ZodType }
  | { readonly type: 'array'; readonly element: z.ZodType }
  | { readonly type: 'enum'; readonly entries: Readonly<Record<string, unknown>> }
  | { readonly type: 'literal'; readonly values: readonly unknown[] }
  | { readonly type: 'union'; readonly options: readonly z.ZodType[] }
  | { readonly type: 'pipe'; readonly in: z.ZodType; readonly out: z.ZodType }
  | { readonly type: 'lazy'; readonly getter: () => z.ZodType }
  | { readonly type: 'number'; readonly coerce?: boolean }
  | { readonly type: 'string' | 'transform' | 'unknown' | 'any' | 'custom' }
  | { readonly type: 'wrapper'; readonly innerType?: z.ZodType }

function definitionOf(schema: z.ZodType): Definition {
  // zod types it without the members of the kinds of schemas, which it documents for introspection.
  return schema.def as unknown as Definition
}

/** The schemas in a schema, without unions and wrappers. */
function alternatives(schema: z.ZodType): z.ZodType[] {
  const def = definitionOf(schema)

  if (def.type === 'union') return def.options.flatMap(alternatives)
  if (def.type === 'lazy') return alternatives(def.getter())
  // A preprocessing function accepts anything; its result is known.
  if (def.type === 'pipe') return alternatives(isTransform(def.in) ? def.out : def.in)
  if ('innerType' in def && def.innerType) return alternatives(def.innerType)

  return [schema]
}

function isTransform(schema: z.ZodType): boolean {
  return definitionOf(schema).type === 'transform'
}
