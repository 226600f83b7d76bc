import { expect, test } from 'vitest'
import { completions, withoutTerm } from './complete-filter.ts'

const names = {
  definitions: ['M.Asset', 'M.Tag'],
  properties: ['Title', 'Tags'],
  relations: ['TagToAsset'],
}
const labels = (text: string) => completions(text, text.length, names).map(({ label }) => label)

test('completions match the start of a filter term or of a name in it', () => {
  expect(labels('def')).toEqual(['definition:M.Asset', 'definition:M.Tag'])
  expect(labels('ti')).toEqual(['property.Title~'])
  expect(labels('modi')).toEqual(['modified:', 'modified_by:'])
  expect(labels('has:t')).toEqual(['has:TagToAsset'])
})

test('the filter term at the caret is completed, and the other terms stay', () => {
  expect(completions('definition:M.Tag sun', 4, names)[0]).toEqual({
    label: 'definition:M.Asset',
    text: 'definition:M.Asset sun',
    caret: 19,
  })
  expect(completions('-ha sun', 3, names)).toEqual([
    { label: '-has:TagToAsset', text: '-has:TagToAsset sun', caret: 16 },
  ])
  expect(completions('ti sun', 2, names)).toEqual([
    { label: 'property.Title~', text: 'property.Title~ sun', caret: 15 },
  ])
})

test('an unclosed phrase has no completions; a term after a phrase has', () => {
  expect(labels('"two de')).toEqual([])
  expect(labels('"two words" ti')).toEqual(['property.Title~'])
})

test('a complete or empty term has no completions', () => {
  expect(labels('')).toEqual([])
  expect(labels('sun ')).toEqual([])
  expect(labels('has:TagToAsset')).toEqual([])
})

test('a term is removed from the text as it is typed by now', () => {
  expect(withoutTerm('sun  property.Title:"a b" sunny', 'sun')).toBe('property.Title:"a b" sunny')
  expect(withoutTerm('sun property.Title:"a b"', 'property.Title:"a b"')).toBe('sun')
  expect(withoutTerm('moon', 'sun')).toBe('moon')
})
