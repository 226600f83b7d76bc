import type { Json, JsonObject } from '../shared/json.ts'

/**
 * Properties and relations by definition, as the file of `entity-sandbox types` says them. Empty where there is no such
 * file: then every name is taken, and rejected by the service if there is none.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by that file
export interface Definitions {}

/** Identifiers by option list, from the same file. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by that file
export interface OptionLists {}

/** An option as responses have it. */
export interface OptionOf<List extends keyof OptionLists> {
  identifier: OptionLists[List]
  labels: { [culture: string]: string }
}

/** A multi-language value: one by culture. */
export interface ByCulture<Value> {
  [culture: string]: Value
}

/** The members of a relation resource that hold links. */
export type RelationKey = 'parent' | 'parents' | 'child' | 'children'

/** The name of a definition. */
export type DefinitionName = keyof Definitions extends never ? string : Extract<keyof Definitions, string>

type Part<Name extends keyof Definitions, Key extends string> =
  Definitions[Name] extends Readonly<Record<Key, infer Value>> ? Value : never

/** The properties of an entity as they are answered, of a definition or as they are given. */
export type PropertiesOf<T> = T extends keyof Definitions
  ? Part<T, 'properties'>
  : T extends object
    ? T
    : JsonObject

/** The relations of a definition, each with the members that its links are under. */
export type RelationsOf<T> = T extends keyof Definitions ? Part<T, 'relations'> : Record<string, RelationKey>

/** A value as it is sent: an option by its identifier, a multi-language value for one culture too. */
export type GivenValue<Value> = [Json] extends [Value]
  ? Value
  : Value extends { identifier: infer Identifier; labels: object }
    ? Identifier | { readonly identifier: Identifier }
    : Value extends readonly (infer Item)[]
      ? readonly GivenValue<Item>[]
      : Value extends ByCulture<infer One>
        ? string extends keyof Value
          ? GivenValue<One> | Readonly<Record<string, GivenValue<One>>>
          : Value
        : Value

/** Properties as they are sent, none of them needed. */
export type GivenProperties<T> = T extends unknown
  ? { readonly [Name in keyof PropertiesOf<T>]?: GivenValue<PropertiesOf<T>[Name]> | null }
  : never

type Plain = string | number | boolean | null

/** The value that finds an entity by a property: a plain value, an option's identifier, or one value of several. */
type SoughtValue<Value> = [Json] extends [Value]
  ? Plain
  : Value extends { identifier: infer Identifier; labels: object }
    ? Identifier
    : Value extends readonly (infer Item)[]
      ? SoughtValue<Item>
      : Value extends ByCulture<infer One>
        ? SoughtValue<One>
        : Extract<Value, Plain>

export type SoughtProperties<T> = {
  readonly [Name in keyof PropertiesOf<T>]?: SoughtValue<PropertiesOf<T>[Name]> | null
}

type Every<Key extends string> = { [Name in keyof Definitions]: keyof Part<Name, Key> }[keyof Definitions]

/** JSON that a body has to hold. Of an entity it names properties and relations that some definition has. */
export type BodyPattern = keyof Definitions extends never
  ? Json
  :
      | Plain
      | readonly Json[]
      | {
          readonly properties?: { readonly [Name in Every<'properties'>]?: Json }
          readonly relations?: { readonly [Name in Every<'relations'>]?: Json }
          readonly [member: string]: unknown
        }
