import { type Condition, Query, type Test } from './library.ts'

/** A query that records the conditions which every match meets, so that an index can find the candidates. */
export class LookupQuery<T> extends Query<T> {
  readonly conditions: readonly object[]

  constructor(test?: Test<T>, conditions: readonly object[] = []) {
    super(test)
    this.conditions = conditions
  }

  override where(condition: Condition<T> | Test<T>): LookupQuery<T> {
    return this.#narrowed(super.where(condition), [condition])
  }

  override and(...conditions: (Query<T> | Condition<T> | Test<T>)[]): LookupQuery<T> {
    return this.#narrowed(super.and(...conditions), conditions)
  }

  override or(...conditions: (Query<T> | Condition<T> | Test<T>)[]): LookupQuery<T> {
    const query = super.or(...conditions)

    return new LookupQuery((value) => query.test(value))
  }

  #narrowed(query: Query<T>, added: readonly unknown[]): LookupQuery<T> {
    const recorded = added.flatMap((each) => {
      if (each instanceof LookupQuery) return each.conditions

      return typeof each === 'object' && each !== null && !(each instanceof Query) ? [each] : []
    })

    return new LookupQuery((value) => query.test(value), [...this.conditions, ...recorded])
  }
}
