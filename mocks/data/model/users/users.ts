import { uniqueValueKey } from '../entities/properties.ts'
import { relatedIds } from '../relations/relations.ts'
import { NotFound } from '../shared/errors.ts'
import type { Data } from '../data-tables.ts'

/** The users that every sandbox has: the initial password is the name, `userId` is the id of an entity of `User`. */
export const builtInUsers = [
  { name: 'admin', userId: 6, role: 'administrator' },
  { name: 'editor', userId: 7, role: 'editor' },
  { name: 'reader', userId: 8, role: 'reader' },
] as const

/** Only administrators may read the status resources; readers may not write. */
export const userRoles = ['administrator', 'editor', 'reader'] as const
export type UserRole = (typeof userRoles)[number]

/** The authenticated user of a request. */
export interface User {
  readonly id: number
  readonly name: string
  readonly role: UserRole
}

/** The groups that give a role, the most powerful first; other users are readers. */
const rolesByGroup: readonly (readonly [group: string, role: UserRole])[] = [
  ['Administrators', 'administrator'],
  ['Editors', 'editor'],
]

/** The user with this name: an entity of the definition `User`. */
export function findUser(data: Data, name: string): User | undefined {
  const entity = data.entities.find('propertyValue', uniqueValueKey('User', 'Username', name))

  return entity && readUser(data, entity.id)
}

export function readUser(data: Data, id: number): User | undefined {
  const entity = data.entities.get(id)
  const name = entity?.properties.Username

  if (entity?.definition !== 'User' || typeof name !== 'string') return undefined

  const groups = relatedIds(entity, 'UserGroupToUser', 'parents').map((group) => data.entities.get(group))

  return { id, name, role: roleOfGroups(groups.map((group) => group?.properties.GroupName)) }
}

/** All users, the built-in ones first. */
export function allUsers(data: Data): User[] {
  const builtIn = builtInUsers.flatMap(({ name }) => findUser(data, name)?.id ?? [])
  const ids = new Set([...builtIn, ...data.entities.group('definition', 'User').keys()])

  return [...ids].flatMap((id) => readUser(data, id) ?? [])
}

/** @throws {NotFound} when there is no user with this id */
export function userById(data: Data, id: string): User {
  const user = readUser(data, Number(id))

  if (!user) throw new NotFound(`User ${id.slice(0, 100)} was not found.`)

  return user
}

/** The role that groups with these names give. */
export function roleOfGroups(names: readonly unknown[]): UserRole {
  return rolesByGroup.find(([group]) => names.includes(group))?.[1] ?? 'reader'
}

/** What a sign-in with wrong credentials is told. */
export const wrongCredentials =
  'The user name or password is wrong. Unless another was set, the password is the user name.'

/** The user unless disabled, who can't sign in, and whose codes and issued tokens count as unknown. */
export function ifEnabled(data: Data, user: User | undefined): User | undefined {
  return user && data.entities.get(user.id)?.properties.IsEnabled !== false ? user : undefined
}

/** The user with this name and password, which is the user name unless another was set; undefined if disabled. */
export function userWithPassword(data: Data, name: string, password: string | null): User | undefined {
  const user = ifEnabled(data, findUser(data, name))

  return user && isSameSecret(password, data.passwords.get(user.id)?.password ?? name) ? user : undefined
}

/** Whether a text is the secret. The time this takes does not depend on where they differ. */
export function isSameSecret(given: string | null | undefined, secret: string): boolean {
  if (given === null || given === undefined) return false

  let difference = given.length ^ secret.length

  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(index % Math.max(1, secret.length))
  }

  return difference === 0
}
