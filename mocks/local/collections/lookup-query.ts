import { type Condition, Query, type Test } from './library.ts'

/** A query that records the conditions which every match meets, so that an index can find the candidates. */
export class LookupQuery<T> extends Query<T> {
  /** By the names of members. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(test?: Test<T>, members: LookupQuery<T>['members'] = {}) {
    super(test)
    this.members = members
  }

  override where(condition: Condition<T> | Test<T>): LookupQuery<T> {
    return this.and(condition)
  }

  override and(...conditions: (Query<T> | Condition<T> | Test<T>)[]): LookupQuery<T> {
    const query = super.and(...conditions)
    const added = conditions.map((each) => {
      if (each instanceof LookupQuery) return each.members

      return each instanceof Query || typeof each !== 'object' ? {} : each
    })

    return new LookupQuery((value) => query.test(value), Object.assign({}, this.members, ...added))
  }
}
