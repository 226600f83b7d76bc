import { expect, test } from 'vitest'
import { bodyOf, emptyDraft, problemOf, relatedPlace, type Rules } from './rules.ts'

const related: Rules = {
  properties: { Slug: { method: 'Overwrite', newValue: 'soup-2' } },
  relations: {},
}
const rules: Rules = {
  properties: {
    Name: { method: 'Remove', newValue: 'typed before' },
    Price: { method: 'Overwrite', newValue: '4' },
  },
  relations: { MenuToDish: { method: 'Append' }, TagToDish: { method: 'Copy', related } },
}

test('copy rules: members without a rule are not sent', () => {
  expect(bodyOf(emptyDraft)).toEqual({})
  expect(bodyOf({ ...emptyDraft, destination: 5, rules })).toEqual({
    destination_entity_id: 5,
    property_copy_options: [
      { property: 'Name', method: 'Remove' },
      { property: 'Price', method: 'Overwrite', new_value: '4' },
    ],
    relation_copy_options: [
      { relation: 'MenuToDish', method: 'Append' },
      {
        relation: 'TagToDish',
        method: 'Copy',
        related_copy_options: {
          property_copy_options: [{ property: 'Slug', method: 'Overwrite', new_value: 'soup-2' }],
        },
      },
    ],
  })
})

test.each([
  ['by its index', 'property_copy_options.1.new_value', 'properties', 'Price'],
  ['by its name in the list', 'property_copy_options.Code', 'properties', 'Code'],
  ['by its name alone', 'TagToDish', 'relations', 'TagToDish'],
  ['for the whole option', 'relation_copy_options.0', 'relations', 'MenuToDish'],
] as const)('copy rules: the error of a member is found %s', (_, path, kind, name) => {
  expect(problemOf({ [path]: 'No.' }, '', rules, kind, name)).toBe('No.')
})

test('copy rules: an error in the rules for related entities is shown there only', () => {
  const problems = { 'relation_copy_options.1.related_copy_options.property_copy_options.0.new_value': 'No.' }
  const place = relatedPlace('', rules, 'TagToDish')

  expect(problemOf(problems, '', rules, 'relations', 'TagToDish')).toBeUndefined()
  expect(problemOf(problems, place, related, 'properties', 'Slug')).toBe('No.')
  expect(problemOf(problems, place, related, 'properties', 'Name')).toBeUndefined()
})
