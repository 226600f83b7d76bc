import { beforeAll, expect, test } from 'vitest'
import { createStream } from '../../model/shared/random.ts'
import { loadExpressionEngine, matches } from '../../model/shared/regular-expressions.ts'
import { createFakers } from '../generator/fakers.ts'
import { textMatching } from './text-matching.ts'

beforeAll(loadExpressionEngine)

const fakers = createFakers()

test.each([
  '^[A-Z]{3}-[0-9]{5,6}$',
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  String.raw`^(?:\+31|0)\s?[1-9]\d{8}$`,
  String.raw`^https?://[^\s/]+\.(com|org|nl)(/\w*)?$`,
  '^#(?:[0-9a-f]{3}){1,2}$',
  'colou?r|hue',
  '^.{4,8}$',
  String.raw`^[\w.-]+@[a-z]+\.[a-z]{2,}$`,
  String.raw`^[\p{L} ]{2,20}$`,
  String.raw`^\p{Lu}[\p{Ll}\t]+\p{Nd}$`,
  String.raw`\A\\A[Az]{3}\z`,
  String.raw`^a\tb[\n\r]\.\-$`,
  String.raw`^[\x41-\x5A]+$`,
  String.raw`^\[\p{L}\]$`,
  '^[a-z]{0,400}$',
])('pattern: texts generated for %s match it', (expression) => {
  for (let index = 0; index < 100; index++) {
    const text = textMatching(expression, fakers.drawFrom(createStream(1, index)).en)
    expect(text !== undefined && matches(expression, text)).toBe(true)
  }
})

test.each([
  String.raw`[\p{Greek}]`,
  String.raw`\P{Lu}`,
  '(',
  '[a',
  ')',
  'a{1000000000}',
  '((((a{24}){24}){24}){24}){24}',
])('pattern: %s is not supported', (expression) => {
  expect(textMatching(expression, fakers.drawFrom(createStream(1)).en)).toBeUndefined()
})
