import { maxExpressionLength } from '../../model/shared/regular-expressions.ts'
import type { Faker } from '../generator/fakers.ts'

/** A text that is being generated. */
interface Sample {
  readonly faker: Faker
  repetitions: number
}

/** Generates a part of a text. */
type Part = (sample: Sample) => string

/**
 * Generates a text that matches a regular expression, for properties with a `validation_expression`. Supports literals,
 * classes, groups, alternatives and repetition. Ignores anchors and word boundaries, so the text may not match.
 * Undefined for other syntax, or when the text would be too long.
 */
export function textMatching(expression: string, faker: Faker): string | undefined {
  if (expression.length > maxExpressionLength) return undefined

  try {
    return partOf(expression)({ faker, repetitions: 0 })
  } catch {
    return undefined
  }
}

/** A limit, since a short expression can require a very long text. */
const maxRepetitions = 10_000

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digit = '0123456789'
const printable = `${lower}${upper}${digit} .,-_/@#!?:;()`

const shorthands = new Map([
  [String.raw`\d`, digit],
  [String.raw`\D`, lower],
  [String.raw`\w`, lower + upper + digit],
  [String.raw`\W`, '-'],
  [String.raw`\s`, ' '],
  [String.raw`\S`, lower + digit],
  [String.raw`\t`, '\t'],
  [String.raw`\n`, '\n'],
  [String.raw`\r`, '\r'],
  [String.raw`\p{L}`, lower + upper],
  [String.raw`\p{Ll}`, lower],
  [String.raw`\p{Lu}`, upper],
  [String.raw`\p{N}`, digit],
  [String.raw`\p{Nd}`, digit],
])

/** A parenthesis, a bar, a class, an escape or a character, and how often it is repeated. Look-around is none of these. */
const tokens =
  /(\((?:\?:|(?!\?))|\[(?:\\[^]|[^\\\]])*\]|\\p\{\w+\}|\\[^]|[^[(\\])([?*+]|\{\d+(?:,\d*)?\})?\??/gy

function partOf(expression: string): Part {
  const outer: Part[][][] = []
  /** Those of the innermost open group; each is a sequence. */
  let alternatives: Part[][] = [[]]
  let end = 0

  for (const { index, 0: text, 1: atom = '', 2: quantifier } of expression.matchAll(tokens)) {
    end = index + text.length
    if (atom.startsWith('(')) {
      outer.push(alternatives)
      alternatives = [[]]
    } else if (atom === '|') alternatives.push([])
    else {
      const part = atom === ')' ? anyOf(alternatives) : atomOf(atom)

      if (atom === ')') alternatives = outer.pop() ?? []
      alternatives.at(-1)?.push(repeated(part, quantifier))
    }
  }
  if (end < expression.length || outer.length > 0) throw new Error('A part of it is not supported.')

  return anyOf(alternatives)
}

function anyOf(alternatives: readonly Part[][]): Part {
  return (sample) =>
    sample.faker.helpers
      .arrayElement(alternatives)
      .map((part) => part(sample))
      .join('')
}

function atomOf(atom: string): Part {
  const [, not, set] = /^\[(\^?)([^]*)\]$/.exec(atom) ?? []

  if (['^', '$', '\\b', '\\B'].includes(atom)) return () => ''
  if (set === undefined && atom !== '.' && !atom.startsWith('\\')) return () => atom

  const members = set === undefined ? (atom === '.' ? lower + digit : charactersOf(atom)) : membersOf(set)
  const choices = not ? Array.from(printable).filter((each) => !members.includes(each)) : Array.from(members)

  return ({ faker }) => faker.helpers.arrayElement(choices)
}

const signs = new Map([
  ['?', '{0,1}'],
  ['*', '{0,}'],
  ['+', '{1,}'],
])

function repeated(part: Part, quantifier = '{1}'): Part {
  const bounds = signs.get(quantifier) ?? quantifier
  const [low = 1, high = bounds.includes(',') ? low + 4 : low] = (bounds.match(/\d+/g) ?? []).map(Number)

  return (sample) => {
    const times = sample.faker.number.int({ min: low, max: Math.min(high, low + 24) })

    sample.repetitions += times
    if (sample.repetitions > maxRepetitions) throw new Error('The text would be too long.')

    return Array.from({ length: times }, () => part(sample)).join('')
  }
}

/** The characters of a class: `a-z\d_`. */
function membersOf(set: string): string {
  const parts = set.match(/\\p\{\w+\}|\\[^]|[^]/g) ?? []
  let members = ''

  for (let index = 0; index < parts.length; index++) {
    const first = charactersOf(parts[index] ?? '')
    const last = parts[index + 1] === '-' && first.length === 1 ? parts[index + 2] : undefined

    members += last === undefined ? first : characterRange(first, charactersOf(last))
    if (last !== undefined) index += 2
  }

  return members
}

/** The characters that an escape stands for, in a class or outside; a character stands for itself. */
function charactersOf(text: string): string {
  const characters = shorthands.get(text) ?? text.replace(/^\\(?!\w)/, '')
  if (/^\\\w/.test(characters)) throw new Error(`${text} is not supported.`)

  return characters
}

function characterRange(first: string, last: string): string {
  const from = first.charCodeAt(0)

  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, step) =>
    String.fromCharCode(from + step),
  ).join('')
}
