import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../testing/scale.ts'
import { Vocabulary } from './vocabulary.ts'
import { wordsIn } from './words.ts'

test('a vocabulary splits any text into the words that a search has', () => {
  const part = constantFrom(
    'Leek',
    'soup',
    'SOUP',
    ' ',
    '-',
    '7',
    'Éclair',
    'İ',
    'ß',
    '–',
    '日本',
    'e\u0301',
    'x'.repeat(101),
  )
  const text = array(part).map((parts) => parts.join(''))

  assert(
    property(array(text), string({ unit: 'binary' }), (texts, other) => {
      const vocabulary = new Vocabulary()

      const all = [...texts, other]
      const words = all.map((each) => vocabulary.ofWords(each).map((number) => vocabulary.texts[number]))

      expect(words).toEqual(all.map((each) => [...wordsIn(each)]))
    }),
    { numRuns: runs(50, 1000) },
  )
})

test('a vocabulary gives each text one number, however many there are', () => {
  const vocabulary = new Vocabulary()
  const texts = Array.from({ length: 5000 }, (_, index) => `word${index}`)

  expect(texts.map((text) => vocabulary.of(text))).toEqual([...texts.keys()])
  expect(texts.flatMap((text) => vocabulary.ofWords(text))).toEqual([...texts.keys()])
})
