import { expect, test } from 'vitest'
import { idParameter, oneOf, text } from './search.ts'

test('a parameter that can be read keeps its value', () => {
  expect(oneOf({ tab: 'json' }, 'tab', ['json', 'relations'])).toStrictEqual({ tab: 'json' })
  expect(idParameter({ selected: '17' }, 'selected')).toStrictEqual({ selected: 17 })
  expect(text({ q: 'sun' }, 'q')).toStrictEqual({ q: 'sun' })
})

test('one that can not replaces what was given by nothing, and one that is not given stays away', () => {
  expect(oneOf({ tab: 'requests' }, 'tab', ['json', 'relations'])).toStrictEqual({ tab: undefined })
  expect(idParameter({ selected: '1e3', root: '0' }, 'selected', 'root')).toStrictEqual({
    selected: undefined,
    root: undefined,
  })
  expect(text({}, 'q')).toStrictEqual({})
})
