import { NotFound } from '../../model/shared/errors.ts'
import { permissions, type Policy, type PolicyRule } from '../../model/users/policy.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import type { Data } from '../../model/tables.ts'
import { roleOfGroup, type User, type UserRole } from './users.ts'

const permissionsByRole: Record<UserRole, readonly string[]> = {
  administrator: permissions,
  editor: permissions.filter((permission) => permission !== 'Administer'),
  reader: ['Read', 'Download'],
}

/** A permission, and the policies that grant it. */
export interface Grant {
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
    data.policies.get(id) ?? defaultPolicy(id, roleOfGroup(entity.properties.GroupName), isGroup(data, id))
  )
}

/** The permissions of a user on entities of a definition, with the policies that grant them. */
export function grantsOf(data: Data, user: User, definition: string): Grant[] {
  const policies = [user.id, ...groupsOf(data, user)].map((id) => policyOf(data, id))
  const granted = policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.permissions))

  return [...new Set([...permissions, ...granted])]
    .map((permission) => ({
      permission,
      policies: policies
        .map(({ id, rules }) => ({
          id,
          isOfGroup: isGroup(data, id),
          rules: rulesThatGrant(rules, permission, definition),
        }))
        .filter(({ rules }) => rules.length > 0),
    }))
    .filter(({ policies }) => policies.length > 0)
}

/** Whether a user has each permission on entities of a definition, as entities show it. */
export function requestedPermissions(data: Data, user: User, definition: string): Record<string, boolean> {
  const granted = new Set(grantsOf(data, user, definition).map(({ permission }) => permission))

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

function rulesThatGrant(rules: readonly PolicyRule[], permission: string, definition: string): string[] {
  return rules.flatMap((rule, index) =>
    rule.permissions.includes(permission) &&
    (rule.definitions.length === 0 || rule.definitions.includes(definition))
      ? [nameOfRule(rule, index)]
      : [],
  )
}

function isGroup(data: Data, id: number): boolean {
  return data.entities.get(id)?.definition === 'UserGroup'
}

function groupsOf(data: Data, user: User): readonly number[] {
  const entity = data.entities.get(user.id)

  return entity ? relatedIds(entity, 'UserGroupToUser', 'parents') : []
}
