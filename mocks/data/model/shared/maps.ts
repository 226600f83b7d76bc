/** A function that computes its result once for each object, and keeps it as long as the object exists. */
export function computedOnce<Key extends object, Value extends {}>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()

  return (key) => {
    const known = values.get(key)

    if (known !== undefined) return known

    const value = compute(key)

    values.set(key, value)

    return value
  }
}

let sinceFull = {}

/** A cache that may hold earlier versions of the data: an empty one after memory was nearly full, so that they can be freed. */
export function keptUntilFull<Value extends {}>(create: () => Value): () => Value {
  const createdOnce = computedOnce(create)

  return () => createdOnce(sinceFull)
}

/** Empties all that `keptUntilFull()` keeps. */
export function forgetKept(): void {
  sinceFull = {}
}

export function appendTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)

  if (list) list.push(value)
  else lists.set(key, [value])
}
