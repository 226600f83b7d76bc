import type { RandomStream } from '../../model/shared/random-stream.ts'
import { hinted, type Hint } from './hints.ts'

type NumberMaker = (stream: RandomStream, index: number) => number

/** Plausible numbers, by the end of the property's name; the first match applies. */
const hints: readonly Hint<NumberMaker>[] = [
  [/(latitude|lat)$/i, (stream) => stream.between(360_000, 600_000) / 10_000],
  [/(longitude|lng|lon)$/i, (stream) => stream.between(-90_000, 240_000) / 10_000],
  [/(percent(age)?|ratio|rate|vat|discount)$/i, (stream) => stream.between(0, 100)],
  [/(price|amount|cost|total|revenue|value)$/i, (stream) => stream.between(4, 400) + 0.95],
  [/(budget|salary)$/i, (stream) => stream.between(4, 200) * 500],
  [/(rating|score|stars)$/i, (stream) => stream.between(10, 50) / 10],
  [/(size|bytes)$/i, (stream) => stream.between(40_000, 24_000_000)],
  [/(width|height|pixels)$/i, (stream) => stream.between(8, 60) * 80],
  [/(weight|mass)(kg)?$/i, (stream) => stream.between(2, 400) / 10],
  [/(duration|seconds)$/i, (stream) => stream.between(8, 600)],
  [/(minutes|hours)$/i, (stream) => stream.between(1, 90)],
  [/year$/i, (stream) => stream.between(1998, 2026)],
  [/age$/i, (stream) => stream.between(18, 80)],
  [/(order|position|rank|index|sequence)$/i, (_, index) => index + 1],
  [/(count|stock|quantity|servings|seats|capacity|pages|number)$/i, (stream) => stream.between(1, 120)],
]

const anyNumber: NumberMaker = (stream) => stream.between(1, 1000)

/** Returns the function that generates numbers for a property of this name. */
export function numberMakerOf(property: string): NumberMaker {
  return hinted(hints, property) ?? anyNumber
}
