import { NotFound } from '../../model/shared/errors.ts'
import { permissions, type Permission, type Policy, type PolicyRule } from '../../model/users/policy.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import type { Data } from '../../model/tables.ts'
import { roleOfGroup, type User, type UserRole } from './users.ts'

const permissionsByRole: Record<UserRole, readonly Permission[]> = {
  administrator: permissions,
  editor: ['Read', 'Download', 'Create', 'Update', 'Delete'],
  reader: ['Read', 'Download'],
}

/** Where a permission comes from. */
export interface Grant {
  readonly permission: Permission
  readonly policies: readonly { readonly groupId: number; readonly rules: readonly string[] }[]
}

/**
 * The policy of a user group: the one that was set, or the one that follows from its role.
 *
 * @throws {NotFound} when there is no such group
 */
export function policyOf(data: Data, groupId: number): Policy {
  const group = data.entities.get(groupId)

  if (group?.definition !== 'UserGroup')
    throw new NotFound(`There is no policy ${groupId}: it is no user group.`)

  const role = roleOfGroup(group.properties.GroupName)

  return (
    data.policies.get(groupId) ?? {
      id: groupId,
      rules: [{ identifier: role, permissions: [...permissionsByRole[role]], definitions: [] }],
    }
  )
}

/** What a user is granted on entities of a definition, and by which policies. */
export function grantsOf(data: Data, user: User, definition: string): Grant[] {
  const policies = groupsOf(data, user).map((id) => policyOf(data, id))

  return permissions
    .map((permission) => ({
      permission,
      policies: policies
        .map(({ id, rules }) => ({ groupId: id, rules: rulesThatGrant(rules, permission, definition) }))
        .filter(({ rules }) => rules.length > 0),
    }))
    .filter(({ policies }) => policies.length > 0)
}

function rulesThatGrant(rules: readonly PolicyRule[], permission: Permission, definition: string): string[] {
  return rules
    .filter(({ definitions }) => definitions.length === 0 || definitions.includes(definition))
    .filter((rule) => rule.permissions.includes(permission))
    .map(({ identifier }) => identifier)
}

function groupsOf(data: Data, user: User): readonly number[] {
  const entity = data.entities.get(user.id)

  return entity ? relatedIds(entity, 'UserGroupToUser', 'parents') : []
}
