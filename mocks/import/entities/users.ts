import { findUser } from '../../sandbox/access/users.ts'
import type { Data } from '../../model/tables.ts'
import { userLink } from '../definitions/fixed-users.ts'
import { referenceIn } from './external-reference.ts'
import type { Identities } from './identities.ts'

/** Resolves links of another system to users. */
export class Users {
  readonly #data: Data
  readonly #imported: ReadonlyMap<string, number>

  constructor(data: Data, { all }: Identities) {
    this.#data = data
    this.#imported = new Map(
      all.flatMap(({ id, records }) =>
        records.flatMap(({ definition, properties: { Username: name } }) =>
          definition === 'User' && typeof name === 'string' ? [[name, id] as const] : [],
        ),
      ),
    )
  }

  idOf(href: string, identities: Identities): number | undefined {
    const name = userLink.exec(href)?.[1]
    const reference = referenceIn(href)

    if (name !== undefined) return this.#imported.get(name) ?? findUser(this.#data, name)?.id

    return reference && identities.resolve(reference)
  }
}
