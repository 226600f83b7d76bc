import { foldCase } from '../shared/letter-case.ts'
import {
  compileDefinition,
  type CompiledDefinition,
  type RelationEnd,
  type Side,
} from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import { absentId, findByIdentifier } from '../entities/references.ts'
import type { FailureSink } from '../shared/errors.ts'
import { enumeration } from '../shared/suggestion.ts'
import { unknownPropertyMessage } from '../entities/properties.ts'
import type { Data } from '../data-tables.ts'
import {
  defaultPropertyMethod,
  propertyMethods,
  relationMethods,
  type CopyOptions,
  PropertyOption,
  RelationOption,
  type PropertyMethod,
  type RelationMethod,
} from './copy-options.ts'
import { type NewValue, readNewValue } from './new-value.ts'
import type { Warn, RequestPlace } from '../shared/warnings.ts'
import { parseWithFailures } from '../shared/validation-messages.ts'
import { z } from 'zod'

/** The validated copy options for one definition; members without an option are omitted. */
export interface ResolvedOptions {
  readonly properties: ReadonlyMap<string, ResolvedProperty>
  /** By `endKey()`. */
  readonly relations: ReadonlyMap<string, ResolvedRelation>
  /** Id of the existing entity to copy to. */
  readonly destinationId: number | undefined
  /** JSON path of the options; `optionsPath` is that of their lists, which may be those of a profile. */
  readonly path: string
  readonly optionsPath: string
  readonly profile: Entity | undefined
}

interface ResolvedProperty {
  /** Undefined when the option was rejected, so that no further failure is added for the property. */
  readonly method: PropertyMethod | undefined
  readonly newValue: NewValue | undefined
  readonly path: string
}

export interface ResolvedRelation {
  readonly method: RelationMethod
  readonly related: ResolvedOptions
  readonly path: string
}

export function endKey(relation: string, side: Side): string {
  return `${side} ${relation}`
}

/**
 * Validates copy options and nested options against their definitions, even where no entity uses them. Failures are added
 * under their JSON paths.
 */
export class OptionsReader {
  readonly #data: Data
  readonly #failures: FailureSink
  readonly #warn: Warn
  /** Options by profile and definition. A profile may refer to itself for related entities, at any depth. */
  readonly #ofProfiles = new Map<string, ResolvedOptions>()

  constructor(data: Data, { failures, warn }: CopyProblems) {
    this.#data = data
    this.#failures = failures
    this.#warn = warn
  }

  read(given: CopyOptions, compiled: CompiledDefinition, path = ''): ResolvedOptions {
    const options = this.#withoutEmptyIds(given, path)
    const problems = { failures: this.#failures, warn: this.#warn }
    const chosen = optionsOrProfile(this.#data, options, path, problems)
    const destinationId = options.destination_entity_id ?? undefined
    const key = chosen.profile && `${chosen.profile.id} ${compiled.definition.name}`
    const cached = key === undefined ? undefined : this.#ofProfiles.get(key)

    if (cached) return { ...cached, destinationId, path }

    const properties = new Map<string, ResolvedProperty>()
    const relations = new Map<string, ResolvedRelation>()
    const { profile, path: optionsPath } = chosen
    const resolved = { properties, relations, destinationId, path, optionsPath, profile }

    if (key !== undefined) this.#ofProfiles.set(key, resolved)
    for (const [index, option] of chosen.properties.entries()) {
      const optionPath = `${within(optionsPath, 'property_copy_options')}.${index}`

      this.#readProperty(option, compiled, properties, optionPath)
    }
    for (const [index, option] of chosen.relations.entries()) {
      const optionPath = `${within(optionsPath, 'relation_copy_options')}.${index}`

      this.#readRelation(option, compiled, relations, optionPath)
    }

    return resolved
  }

  /** An id of 0 or less counts as absent: some clients send every member. */
  #withoutEmptyIds(options: CopyOptions, path: string): CopyOptions {
    const empty = (['copy_profile_id', 'destination_entity_id'] as const).filter(
      (name) => options[name] != null && options[name] <= 0,
    )

    for (const name of empty) this.#warn(placeIn(path, name), () => absentId(options[name]), 'accepted')

    return empty.reduce((others, name) => ({ ...others, [name]: undefined }), options)
  }

  /** The documented method that a text names: in other letter case with a warning, since the values are exact. */
  #method<const M extends string>(methods: readonly M[], text: string, path: string): M | undefined {
    const method = methods.find((each) => foldCase(each) === foldCase(text))

    if (method !== undefined && method !== text)
      this.#warn(
        placeIn(path, 'method'),
        () => `Expected "${method}", in exactly these letters, not "${text}".`,
      )

    return method
  }

  #readProperty(
    option: PropertyOption,
    compiled: CompiledDefinition,
    resolved: Map<string, ResolvedProperty>,
    path: string,
  ): void {
    const failures = this.#failures
    const property = compiled.properties.get(option.property)
    const method = this.#method(propertyMethods, option.method ?? defaultPropertyMethod, path)
    let newValue: NewValue | undefined
    let isInvalid = method === undefined

    const reject = (member: string, message: string): void => {
      failures.add(`${path}.${member}`, message)
      isInvalid = true
    }

    if (!property) reject('property', unknownPropertyMessage(compiled, option.property))
    if (!method) reject('method', unknownMethod('property', propertyMethods, option))
    if (property && resolved.has(property.name)) reject('property', `"${option.property}" has two options.`)
    if (method === 'Overwrite' && option.new_value == null) {
      reject('new_value', `${option.property}: Overwrite needs a new_value. Use Remove to remove the value.`)
    } else if (method && method !== 'Overwrite' && option.new_value) {
      reject(
        'new_value',
        `${option.property}: new_value can only be used with Overwrite, not with ${method}.`,
      )
    } else if (method === 'Overwrite' && property && option.new_value != null) {
      newValue = readNewValue(this.#data, compiled, property, option.new_value, {
        add: (name, message) => reject('new_value', `${name}: ${message}`),
      })
    }

    if (property && !resolved.has(property.name)) {
      resolved.set(property.name, { method: isInvalid ? undefined : method, newValue, path })
    }
  }

  #readRelation(
    option: RelationOption,
    compiled: CompiledDefinition,
    resolved: Map<string, ResolvedRelation>,
    path: string,
  ): void {
    const failures = this.#failures
    const allEnds = compiled.relations.get(option.relation)
    const ends = allEnds?.filter((end) => option.role == null || end.member.role === option.role)
    const method = option.method == null ? undefined : this.#method(relationMethods, option.method, path)

    if (!allEnds) failures.add(`${path}.relation`, unknownRelation(compiled, option.relation))
    else if (ends?.length === 0) {
      failures.add(
        `${path}.role`,
        `${compiled.definition.name} is not the ${option.role} of "${option.relation}".`,
      )
    }
    if (!method) failures.add(`${path}.method`, unknownMethod('relation', relationMethods, option))
    if (method && method !== 'Copy' && hasAnyOption(option.related_copy_options)) {
      failures.add(
        `${path}.related_copy_options`,
        `${option.relation}: related_copy_options can only be used with Copy, not with ${method}.`,
      )
    }

    const [end] = ends ?? []
    const nested = method === undefined || method === 'Copy' ? option.related_copy_options : undefined
    const related = end && this.#readRelated(nested ?? {}, end, path)

    if (!ends || !method || !related) return

    for (const { member, side } of ends) {
      const key = endKey(member.name, side)

      if (resolved.has(key)) failures.add(`${path}.relation`, `"${option.relation}" has two options.`)
      else resolved.set(key, { method, related, path })
    }
  }

  /** Both ends of a self-referencing relation have the same definition, so the options are read once. */
  #readRelated(options: CopyOptions, end: RelationEnd, path: string): ResolvedOptions | undefined {
    const definition = this.#data.definitions.get(end.member.associated_entitydefinition)

    return definition && this.read(options, compileDefinition(definition), `${path}.related_copy_options`)
  }
}

/** Some clients send every member, with null, "", 0 or an empty list for unused ones. */
function hasAnyOption(options: CopyOptions | null | undefined): boolean {
  return Object.values(options ?? {}).some((value) => (Array.isArray(value) ? value.length > 0 : value))
}

function unknownMethod(
  kind: 'property' | 'relation',
  methods: readonly string[],
  option: PropertyOption | RelationOption,
): string {
  const name = 'property' in option ? option.property : option.relation
  const list = enumeration(methods)

  return option.method == null
    ? `${name}: A ${kind} option needs a method: ${list}.`
    : `${name}: "${option.method.slice(0, 100)}" is not a ${kind} copy method. Use ${list}.`
}

function unknownRelation(compiled: CompiledDefinition, name: string): string {
  return compiled.properties.has(name)
    ? `"${name}" is a property of ${compiled.definition.name}, not a relation.`
    : `${compiled.definition.name} has no relation "${name.slice(0, 100)}".`
}

/** The options of the request or of its profile. */
interface ChosenOptions {
  readonly properties: readonly PropertyOption[]
  readonly relations: readonly RelationOption[]
  /** JSON path for failures of the options: of the object with the two lists, or of the member that names the profile. */
  readonly path: string
  readonly profile: Entity | undefined
}

const profileDefinition = 'M.CopyProfile'

const optionLists = ['property_copy_options', 'relation_copy_options'] as const

/** The lists of options, which are Json properties of a copy profile. */
const ProfileLists = z.object({
  'M.CopyProfile.PropertyCopyOptions': z.array(PropertyOption).nullish(),
  'M.CopyProfile.RelationCopyOptions': z.array(RelationOption).nullish(),
})

/** Options take precedence over a profile (interface 4.3.4), and its identifier over its id (interface 4.3.3). */
function optionsOrProfile(
  data: Data,
  options: CopyOptions,
  path: string,
  { failures, warn }: CopyProblems,
): ChosenOptions {
  const requested = {
    properties: options.property_copy_options ?? [],
    relations: options.relation_copy_options ?? [],
    path,
    profile: undefined,
  }

  if (requested.properties.length > 0 || requested.relations.length > 0) return requested

  for (const name of optionLists) {
    if (options[name] && (options.copy_profile_identifier || options.copy_profile_id != null))
      warn(placeIn(path, name), () => 'An empty list counts as absent: the copy profile applies.', 'accepted')
  }

  if (options.copy_profile_identifier) {
    const profile = findByIdentifier(data, options.copy_profile_identifier)
    const name = `"${options.copy_profile_identifier.slice(0, 100)}"`

    return readProfile(profile, name, within(path, 'copy_profile_identifier'), failures) ?? requested
  }

  if (options.copy_profile_id != null) {
    const profile = data.entities.get(options.copy_profile_id)

    return (
      readProfile(profile, `${options.copy_profile_id}`, within(path, 'copy_profile_id'), failures) ??
      requested
    )
  }

  return requested
}

/** Where the problems of a copy are reported. */
interface CopyProblems {
  readonly failures: FailureSink
  readonly warn: Warn
}

/** The place of a member, for a warning. The names in the dotted path have no dots. */
export function placeIn(path: string, ...members: string[]): RequestPlace {
  return [...path.split('.').filter((part) => part !== ''), ...members]
}

/** The JSON path of a member. */
export function within(path: string, member: string | number): string {
  return path === '' ? String(member) : `${path}.${member}`
}

function readProfile(
  profile: Entity | undefined,
  name: string,
  path: string,
  failures: FailureSink,
): ChosenOptions | undefined {
  if (profile?.definition !== profileDefinition) {
    failures.add(
      path,
      profile
        ? `Entity ${name} is a ${profile.definition}, not a copy profile (${profileDefinition}).`
        : `There is no copy profile ${name}. A copy profile is an entity of definition ${profileDefinition}.`,
    )

    return undefined
  }

  const sink: FailureSink = {
    add: (member, message) => failures.add(within(path, member), `The copy profile ${name}: ${message}`),
  }
  const lists = parseWithFailures(sink, ProfileLists, profile.properties)

  return (
    lists && {
      properties: lists['M.CopyProfile.PropertyCopyOptions'] ?? [],
      relations: lists['M.CopyProfile.RelationCopyOptions'] ?? [],
      path,
      profile,
    }
  )
}
