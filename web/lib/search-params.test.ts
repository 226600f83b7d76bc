import { expect, test } from 'vitest'
import { idParameters, oneOf, textParameters } from './search-params.ts'

test('a valid parameter keeps its value', () => {
  expect(oneOf({ tab: 'json' }, 'tab', ['json', 'relations'])).toStrictEqual({ tab: 'json' })
  expect(idParameters({ selected: '17' }, 'selected')).toStrictEqual({ selected: 17 })
  expect(textParameters({ q: 'sun' }, 'q')).toStrictEqual({ q: 'sun' })
})

test('an invalid parameter is undefined, and an absent one stays absent', () => {
  expect(oneOf({ tab: 'requests' }, 'tab', ['json', 'relations'])).toStrictEqual({ tab: undefined })
  expect(idParameters({ selected: '1e3', root: '0' }, 'selected', 'root')).toStrictEqual({
    selected: undefined,
    root: undefined,
  })
  expect(textParameters({}, 'q')).toStrictEqual({})
})
