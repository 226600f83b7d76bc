import { isObject } from '../../model/shared/json.ts'
import type { Sliced } from '../../model/shared/slices.ts'

/** The levels of a document whose members are formatted one by one: `components`, `schemas`, each schema. */
const maxDepth = 3

/** Formats a document as YAML, which takes about a second for the contract, and yields after each part. */
export async function slicedYaml(document: object): Promise<Sliced<string>> {
  // Loaded only here, to keep the start fast.
  const { stringify } = await import('yaml')

  function* format(value: unknown, keys: readonly string[]): Sliced<string> {
    if (keys.length < maxDepth && isObject(value) && Object.keys(value).length > 0) {
      const indent = '  '.repeat(Math.max(0, keys.length - 1))
      let text = keys.length === 0 ? '' : `${indent}${stringify(keys.at(-1)).trimEnd()}:\n`

      for (const [key, member] of Object.entries(value)) text += yield* format(member, [...keys, key])

      return text
    }

    yield
    // Nested as in the document, since its lines are wrapped where they are too long.
    const nested = keys.reduceRight((inner: unknown, key) => ({ [key]: inner }), value)
    const lines = stringify(nested, { aliasDuplicateObjects: false }).split('\n')

    return lines.slice(keys.length - 1).join('\n')
  }

  return format(document, [])
}
