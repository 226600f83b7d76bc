import { findUser } from '../../model/users/users.ts'
import type { Data } from '../../model/tables.ts'
import { referenceIn } from './external-entity.ts'
import type { Identities } from './identities.ts'
import { isObject, type JsonObject } from '../../model/shared/json.ts'
import { fixedEntities } from '../../seed/domain/fixed-entities.ts'

/** The users that every sandbox has, by name and id. */
const fixedUsers = new Map<unknown, number>(
  fixedEntities
    .filter(({ definition }) => definition === 'User')
    .flatMap(({ id, properties }) => [[properties.Username, id] as const, [String(id), id] as const]),
)

/** The link to a user in packages: `User:cook`. */
const userLinkPattern = /^User:(.+)$/

/** A definition or option list with ids instead of links to the fixed users, and without links to other users. */
export function withFixedUsers({ created_by, modified_by, ...others }: JsonObject): JsonObject {
  const users = Object.entries({ created_by, modified_by }).flatMap(([field, link]) => {
    const href = isObject(link) ? link.href : undefined
    const id = typeof href === 'string' ? fixedUserOf(href) : undefined

    return id === undefined ? [] : [[field, id] as const]
  })

  return { ...others, ...Object.fromEntries(users) }
}

/** The id of a fixed user, by a link with its name or id. */
function fixedUserOf(href: string): number | undefined {
  return fixedUsers.get(userLinkPattern.exec(href)?.[1] ?? String(referenceIn(href)?.id))
}

/** Returns the function that resolves links of another system to the ids of users. */
export function userResolver(data: Data, identities: Identities): (href: string) => number | undefined {
  const imported = new Map(
    identities.all.flatMap(({ id, records }) =>
      records.flatMap(({ definition, properties: { Username: name } }) =>
        definition === 'User' && typeof name === 'string' ? [[name, id] as const] : [],
      ),
    ),
  )

  return (href) => {
    const name = userLinkPattern.exec(href)?.[1]
    const reference = referenceIn(href)

    if (name !== undefined) return imported.get(name) ?? findUser(data, name)?.id

    // The users that every sandbox has need no record of their own.
    return (reference && identities.resolve(reference)) ?? fixedUserOf(href)
  }
}
