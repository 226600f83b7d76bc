import { parseWithFailures } from '../shared/validation-messages.ts'
import { z } from 'zod'
import type { Entity } from '../entities/entity.ts'
import { findByIdentifier } from '../entities/references.ts'
import type { FailureSink } from '../shared/errors.ts'
import type { RequestPlace, Warn } from '../shared/warnings.ts'
import type { Data } from '../data-tables.ts'
import { type CopyOptions, PropertyOption, RelationOption } from './copy-options.ts'

/** The options of the request or of its profile. */
interface EffectiveOptions {
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
export function effectiveOptions(
  data: Data,
  options: CopyOptions,
  path: string,
  { failures, warn }: CopyProblems,
): EffectiveOptions {
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
export interface CopyProblems {
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
): EffectiveOptions | undefined {
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
