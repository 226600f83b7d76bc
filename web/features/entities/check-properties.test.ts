import { expect, test } from 'vitest'
import type { EntityDefinition, PropertyOfDefinition } from '../../service/entity-queries.ts'
import type { Json } from '../../lib/parse-json.ts'
import { loadOnPage } from '../../testing/console-in-tests.ts'

const { checkProperties } = await loadOnPage(() => import('./check-properties.ts'))

const definition = {
  name: 'Dish',
  member_groups: [
    {
      name: 'Main',
      labels: {},
      members: [
        property('Name', { is_mandatory: true }),
        property('Story', { is_multilanguage: true }),
        property('Servings', { type: 'Integer' }),
        property('Price', { type: 'Decimal' }),
        property('IsVegan', { type: 'Boolean' }),
        property('EatenOn', { type: 'DateTime' }),
        property('Nutrition', { type: 'Json' }),
        property('Colours', { is_multivalue: true }),
        property('Course', { datasource: { href: 'http://localhost/api/datasources/Course' } }),
      ],
    },
  ],
} as unknown as EntityDefinition // the members that the check reads

test.each<[string, Json]>([
  ['text', { Name: 'Soup' }],
  ['text by culture', { Story: { 'en-US': 'Once', 'nl-NL': null } }],
  ['numbers', { Servings: 4, Price: 1.5 }],
  ['a date', { EatenOn: '2026-01-31T12:00:00Z' }],
  ['any JSON', { Nutrition: [{ fat: 1 }] }],
  ['several values', { Colours: ['green', 'white'] }],
  ['an option', { Course: { identifier: 'starter' } }],
  ['no value', { Servings: null }],
])('check of properties: %s is valid', (_, properties) => {
  expect(checkProperties(properties, definition)).toEqual([])
})

test.each<[string, Json, (string | number)[], RegExp]>([
  ['a property that the definition does not have', { Naam: 'Soep' }, ['Naam'], /Dish has no property "Naam"/],
  ['a mandatory property without a value', { Name: null }, ['Name'], /mandatory/],
  ['a text without its culture', { Story: 'Once' }, ['Story'], /by culture/],
  ['a wrong value in one culture', { Story: { 'en-US': 1 } }, ['Story', 'en-US'], /text, not 1/],
  ['a fraction instead of a whole number', { Servings: 1.5 }, ['Servings'], /whole number/],
  ['a text instead of true or false', { IsVegan: 'yes' }, ['IsVegan'], /true or false/],
  ['an invalid date', { EatenOn: 'today' }, ['EatenOn'], /a date/],
  ['one value instead of several', { Colours: 'green' }, ['Colours'], /a list/],
  ['a wrong value among several', { Colours: ['green', 2] }, ['Colours', 1], /text, not 2/],
  ['an invalid option', { Course: 3 }, ['Course'], /an option/],
  ['an array instead of an object', [], [], /an object/],
])('check of properties: %s is reported at its path', (_, properties, path, message) => {
  expect(checkProperties(properties, definition)).toEqual([{ path, message: expect.stringMatching(message) }])
})

function property(name: string, overrides: Partial<PropertyOfDefinition>): Partial<PropertyOfDefinition> {
  return { name, type: 'String', is_multilanguage: false, is_multivalue: false, ...overrides }
}
