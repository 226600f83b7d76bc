import { expect, test } from 'vitest'
import { parseFilterText } from './filter-text.ts'

test.each([
  ['id:17', { kind: 'system', field: 'id', operator: 'Equals', values: [17] }],
  ['id:1,2', { kind: 'system', field: 'id', operator: 'Equals', values: [1, 2] }],
  ['id:>100', { kind: 'system', field: 'id', operator: 'GreaterThan', values: [100] }],
  ['definition:M.Asset', { kind: 'definition', names: ['M.Asset'] }],
  [
    'modified:>=2026-01-31',
    {
      kind: 'system',
      field: 'modified_on',
      operator: 'GreaterThanOrEqual',
      values: ['2026-01-31T00:00:00.000Z'],
    },
  ],
  ['property.Title~sun', { kind: 'property', property: 'Title', operator: 'Contains', values: ['sun'] }],
  [
    'property.M.Setting.Name:"two words"',
    { kind: 'property', property: 'M.Setting.Name', operator: 'Equals', values: ['two words'] },
  ],
  [
    'created:2026',
    { kind: 'system', field: 'created_on', operator: 'Equals', values: ['2026-01-01T00:00:00.000Z'] },
  ],
  [
    'modified:>20260131',
    { kind: 'system', field: 'modified_on', operator: 'GreaterThan', values: ['2026-01-31T00:00:00.000Z'] },
  ],
  [
    'property.Title:sun,"sea, sand"',
    { kind: 'property', property: 'Title', operator: 'Equals', values: ['sun', 'sea, sand'] },
  ],
  ['property.Code:007', { kind: 'property', property: 'Code', operator: 'Equals', values: ['007'] }],
  ['property.Price:>1.5', { kind: 'property', property: 'Price', operator: 'GreaterThan', values: [1.5] }],
  ['property.Done:false', { kind: 'property', property: 'Done', operator: 'Equals', values: [false] }],
  ['has:AssetType', { kind: 'relation', relation: 'AssetType' }],
  ['relation.AssetType:4,5', { kind: 'relation', relation: 'AssetType', ids: [4, 5] }],
  ['-has:AssetType', { kind: 'not', filter: { kind: 'relation', relation: 'AssetType' } }],
])('filter text: %s', (text, filter) => {
  expect(parseFilterText(text)).toEqual({ filter: { kind: 'and', filters: [filter] }, terms: [{ text }] })
})

test('filter text: a word without a key matches any value, the id and the identifier', () => {
  expect(parseFilterText('17').filter).toEqual({
    kind: 'and',
    filters: [
      {
        kind: 'or',
        filters: [
          { kind: 'text', text: '17' },
          { kind: 'system', field: 'identifier', operator: 'Contains', values: ['17'] },
          { kind: 'system', field: 'id', operator: 'Equals', values: [17] },
        ],
      },
    ],
  })
})

test.each([
  'foo:1',
  'property.Title:',
  'relation.Tag:red',
  'id:',
  'id:>abc',
  'modified:>soon',
  'created_by:me',
  '-"',
  'property.Title:>=',
  'identifier:=',
])('filter text: %s is not applied, with a problem', (text) => {
  const { filter, terms } = parseFilterText(`has:Tag ${text}`)

  expect(filter).toEqual({ kind: 'and', filters: [{ kind: 'relation', relation: 'Tag' }] })
  expect(terms).toEqual([{ text: 'has:Tag' }, { text, problem: expect.stringMatching(/\.$/) }])
})
