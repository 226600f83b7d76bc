import type { Json, JsonObject } from '../shared/json.ts'

/**
 * Properties and relations by definition, filled by the file of `entity-sandbox types`. Without that file any name is
 * accepted here, and the service rejects unknown ones.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by that file
export interface Definitions {}

/** Identifiers by option list, from the same file. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by that file
export interface OptionLists {}

/** An option in a response. No interface, so that it is JSON to the compiler. */
export type OptionOf<List extends keyof OptionLists> = {
  identifier: OptionLists[List]
  labels: { [culture: string]: string }
}

/** A multi-language value: values by culture. */
export interface ByCulture<Value> {
  [culture: string]: Value
}

/** The members of a relation resource that contain links. */
export type RelationKey = 'parent' | 'parents' | 'child' | 'children'

/** The name of a definition. */
export type DefinitionName = keyof Definitions extends never ? string : Extract<keyof Definitions, string>

type Part<Name extends keyof Definitions, Key extends string> =
  Definitions[Name] extends Readonly<Record<Key, infer Value>> ? Value : never

/** The properties in responses: those of a definition, or the given type. */
export type PropertiesOf<T> = T extends keyof Definitions
  ? Part<T, 'properties'>
  : T extends object
    ? T
    : JsonObject

/** The relations of a definition, each with the members that contain its links. */
export type RelationsOf<T> = T extends keyof Definitions ? Part<T, 'relations'> : Record<string, RelationKey>

/** A value in a request: an option may be its identifier, a multi-language value that of one culture. */
export type ValueInput<Value> = [Json] extends [Value]
  ? Value
  : Value extends { identifier: infer Identifier; labels: object }
    ? Identifier | { readonly identifier: Identifier }
    : Value extends readonly (infer Item)[]
      ? readonly ValueInput<Item>[]
      : Value extends ByCulture<infer One>
        ? string extends keyof Value
          ? ValueInput<One> | Readonly<Record<string, ValueInput<One>>>
          : Value
        : Value

/** Properties in a request, all optional. */
export type PropertiesInput<T> = T extends unknown
  ? { readonly [Name in keyof PropertiesOf<T>]?: ValueInput<PropertiesOf<T>[Name]> | null }
  : never

type Plain = string | number | boolean | null

/** The value of a property to search for: a plain value, the identifier of an option, or one of several values. */
type ValueFilter<Value> = [Json] extends [Value]
  ? Plain
  : Value extends { identifier: infer Identifier; labels: object }
    ? Identifier
    : Value extends readonly (infer Item)[]
      ? ValueFilter<Item>
      : Value extends ByCulture<infer One>
        ? ValueFilter<One>
        : Extract<Value, Plain>

export type PropertiesFilter<T> = {
  readonly [Name in keyof PropertiesOf<T>]?: ValueFilter<PropertiesOf<T>[Name]> | null
}

type MemberName<Key extends string> = keyof Definitions extends never
  ? string
  : { [Name in keyof Definitions]: keyof Part<Name, Key> }[keyof Definitions]

export type PropertyName = MemberName<'properties'>

export type RelationName = MemberName<'relations'>

/** The properties in responses of an entity of any definition. */
export type AnyProperties = keyof Definitions extends never
  ? JsonObject
  : {
      [Name in PropertyName]?: {
        [Definition in keyof Definitions]: Part<Definition, 'properties'> extends Record<Name, infer Value>
          ? Value
          : never
      }[keyof Definitions]
    }

/** JSON that a body must contain. Properties and relations must exist in some definition. */
export type BodyPattern = keyof Definitions extends never
  ? Json
  :
      | Plain
      | readonly Json[]
      | {
          readonly properties?: { readonly [Name in PropertyName]?: Json }
          readonly relations?: { readonly [Name in RelationName]?: Json }
          readonly [member: string]: unknown
        }
