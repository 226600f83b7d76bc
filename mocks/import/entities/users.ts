import { findUser } from '../../sandbox/access/users.ts'
import type { Data } from '../../model/tables.ts'
import { fixedUserOf, userLinkPattern } from '../definitions/fixed-users.ts'
import { referenceIn } from './external-reference.ts'
import type { Identities } from './identities.ts'

/** Resolves links of another system to users. */
export class Users {
  readonly #data: Data
  readonly #identities: Identities
  readonly #imported: ReadonlyMap<string, number>

  constructor(data: Data, identities: Identities) {
    this.#data = data
    this.#identities = identities
    this.#imported = new Map(
      identities.all.flatMap(({ id, records }) =>
        records.flatMap(({ definition, properties: { Username: name } }) =>
          definition === 'User' && typeof name === 'string' ? [[name, id] as const] : [],
        ),
      ),
    )
  }

  idOf(href: string): number | undefined {
    const name = userLinkPattern.exec(href)?.[1]
    const reference = referenceIn(href)

    if (name !== undefined) return this.#imported.get(name) ?? findUser(this.#data, name)?.id

    // The users that every sandbox has need no record of their own.
    return (reference && this.#identities.resolve(reference)) ?? fixedUserOf(href)
  }
}
