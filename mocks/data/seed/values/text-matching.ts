/* oxlint-disable no-underscore-dangle -- names of the library */
import RandExp from 'randexp'
import { maxExpressionLength } from '../../model/shared/regular-expressions.ts'
import type { Faker } from '../generator/fakers.ts'

/**
 * Generates a text that matches a regular expression, for properties with a `validation_expression`. Ignores anchors,
 * word boundaries and look-around, so the text may not match. Undefined for what is no expression or not supported, or
 * when the text would be too long.
 */
export function textMatching(expression: string, faker: Faker): string | undefined {
  if (expression.length > maxExpressionLength) return undefined

  try {
    return new BoundedText(withoutCategories(expression), faker).gen()
  } catch {
    return undefined
  }
}

/** A limit, since a short expression can require a very long text. */
const maxParts = 10_000

const printable = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,-_/@#!?:;()'

class BoundedText extends RandExp {
  readonly #faker: Faker
  #parts = 0

  constructor(expression: string, faker: Faker) {
    super(expression)
    this.#faker = faker
    this.defaultRange.subtract(0, 0xffff)
    for (const character of printable) this.defaultRange.add(character.charCodeAt(0))
  }

  override randInt(min: number, max: number): number {
    return this.#faker.number.int({ min, max })
  }

  override _gen(...[token, groups]: Parameters<RandExp['_gen']>): string {
    this.#parts += 1
    if (this.#parts > maxParts) throw new RangeError('The text would be too long.')
    if ('max' in token) token.max = Math.min(token.max, token.min + (token.max === Infinity ? 4 : 24))

    return super._gen(token, groups)
  }

  /** The characters of a class: the printable ones of it, or any if there are none. */
  override _expand(token: Parameters<RandExp['_expand']>[0]) {
    const preferred = this.defaultRange
    const found = super._expand(token)

    if (found.length > 0) return found
    this.defaultRange = preferred.clone().add(0, 0xffff)
    const others = super._expand(token)

    this.defaultRange = preferred

    return others
  }
}

const categories = new Map([
  [String.raw`\p{L}`, 'a-zA-Z'],
  [String.raw`\p{Ll}`, 'a-z'],
  [String.raw`\p{Lu}`, 'A-Z'],
  [String.raw`\p{N}`, '0-9'],
  [String.raw`\p{Nd}`, '0-9'],
])

/** An expression with ranges instead of Unicode's categories, `[A-Z]` instead of `\p{Lu}`, and without `\A` and `\z`. */
function withoutCategories(expression: string): string {
  return expression.replace(/\\[^p]|\[(?:\\[^]|[^\\\]])*\]?|\\p\{\w+\}/gi, (part) => {
    if (part === '\\A' || part === '\\z') return ''
    const ranges = part.replace(/\\p\{\w+\}/gi, (escape) => {
      const found = categories.get(escape)

      if (found === undefined) throw new Error(`${escape} is not supported.`)

      return found
    })

    return part.startsWith('\\p') ? `[${ranges}]` : ranges
  })
}
