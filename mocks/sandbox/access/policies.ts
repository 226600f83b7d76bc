import { NotFound } from '../../data/model/shared/errors.ts'
import { permissions, type Policy, type PolicyRule } from '../../data/model/users/policy.ts'
import { compiledDefinitionOf } from '../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../data/model/entities/entity.ts'
import { relatedIds, relatedIdsOf } from '../../data/model/relations/relations.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { roleOfGroups, type User, type UserRole } from '../../data/model/users/users.ts'

const permissionsByRole: Record<UserRole, readonly string[]> = {
  administrator: permissions,
  editor: permissions.filter((permission) => permission !== 'Administer'),
  reader: ['Read', 'Download'],
}

interface Grant {
  readonly permission: string
  readonly policies: readonly {
    /** Id of the user or group that has the policy. */
    readonly id: number
    readonly isOfGroup: boolean
    readonly rules: readonly string[]
  }[]
}

/**
 * The policy of a user or a user group: the one that was set; otherwise a group has that of its role, and a user an empty one.
 *
 * @throws {NotFound} when there is no such user or group
 */
export function policyOf(data: Data, id: number): Policy {
  const entity = data.entities.get(id)

  if (entity?.definition !== 'UserGroup' && entity?.definition !== 'User')
    throw new NotFound(`There is no policy ${id}: it is neither a user nor a user group.`)

  return (
    data.policies.get(id) ?? defaultPolicy(id, roleOfGroups([entity.properties.GroupName]), isGroup(data, id))
  )
}

/**
 * The permissions of a user on an entity, with the policies that grant them; for the name of a definition, those on some of
 * its entities.
 */
export function grantsOf(data: Data, user: User, target: Entity | string): Grant[] {
  const groups = relatedIdsOf(data, user.id, 'UserGroupToUser', 'parents')
  const policies = [user.id, ...groups].map((id) => policyOf(data, id))
  const applies = ruleTest(data, user, target)
  const granted = policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.permissions))

  return [...new Set([...permissions, ...granted])]
    .map((permission) => ({
      permission,
      policies: policies
        .map(({ id, rules }) => ({
          id,
          isOfGroup: isGroup(data, id),
          rules: rules.flatMap((rule, index) =>
            rule.permissions.includes(permission) && applies(rule) ? [nameOfRule(rule, index)] : [],
          ),
        }))
        .filter(({ rules }) => rules.length > 0),
    }))
    .filter(({ policies }) => policies.length > 0)
}

/** Whether a user has each permission on an entity, as entities show it. */
export function requestedPermissions(data: Data, user: User, entity: Entity): Record<string, boolean> {
  const granted = new Set(grantsOf(data, user, entity).map(({ permission }) => permission))

  return Object.fromEntries(permissions.map((name) => [name, granted.has(name)]))
}

function defaultPolicy(id: number, role: UserRole, hasRole: boolean): Policy {
  const rule: PolicyRule = {
    identifier: role,
    permissions: [...permissionsByRole[role]],
    definitions: [],
    conditions: [],
    createdByLoggedOnUser: false,
    type: 'Regular',
    is_system_owned: false,
  }

  return { id, rules: hasRole ? [rule] : [], member_security: [], membergroup_security: [] }
}

export function nameOfRule({ identifier }: PolicyRule, index: number): string {
  return identifier ?? `rule-${index + 1}`
}

/** Returns whether a rule applies to an entity; to a definition, whether it can apply to entities of it. */
function ruleTest(data: Data, user: User, target: Entity | string): (rule: PolicyRule) => boolean {
  if (typeof target === 'string') return (rule) => includesDefinition(rule, target)

  let lineage: { direct: ReadonlySet<number>; all: ReadonlySet<number> } | undefined

  return (rule) => {
    if (!includesDefinition(rule, target.definition)) return false
    if (rule.createdByLoggedOnUser && target.createdBy !== user.id) return false

    return rule.conditions.every(({ entities, direct_entities }) => {
      if (entities.length === 0 && direct_entities.length === 0) return true
      const { direct, all } = (lineage ??= lineageOf(data, target))

      return entities.some((id) => all.has(id)) || direct_entities.some((id) => direct.has(id))
    })
  }
}

function includesDefinition({ definitions }: PolicyRule, definition: string): boolean {
  return definitions.length === 0 || definitions.includes(definition)
}

/** An entity with its parents, and with all its ancestors, in the relations that inherit security. */
function lineageOf(data: Data, entity: Entity) {
  const direct = new Set([entity.id, ...parentsOf(data, entity)])
  const all = new Set(direct)

  // A set also iterates over what is added meanwhile.
  for (const id of all) {
    const ancestor = data.entities.get(id)

    for (const parent of ancestor ? parentsOf(data, ancestor) : []) all.add(parent)
  }

  return { direct, all }
}

function parentsOf(data: Data, entity: Entity): number[] {
  return compiledDefinitionOf(data, entity.definition)
    .ends.filter(({ side, member }) => side === 'parents' && member.inherits_security)
    .flatMap(({ member }) => relatedIds(entity, member.name, 'parents'))
}

export function isGroup(data: Data, id: number): boolean {
  return data.entities.get(id)?.definition === 'UserGroup'
}
