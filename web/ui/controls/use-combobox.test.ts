import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderHook } from '../../../.ci/render-hook.ts'
import { useCombobox } from './use-combobox.ts'

const cities = ['Oslo', 'Paris', 'Rome']

function renderField({ items = [...cities], startsAtFirst = true, wasOpen = true } = {}) {
  const chosen: string[] = []
  const field = renderHook(() => {
    const [isOpen, setOpen] = useState(wasOpen)
    const choose = (item: string) => chosen.push(item)
    const keyOf = (item: string) => item

    return { isOpen, ...useCombobox({ label: 'City', items, keyOf, isOpen, setOpen, choose, startsAtFirst }) }
  })
  const press = async (keys: string) => {
    for (const name of keys.split(' ')) {
      const [key = '', modifier] = name.split('+').toReversed()

      await field.act(
        ({ input }) =>
          input.onKeyDown({
            key,
            altKey: modifier === 'Alt',
            ctrlKey: false,
            metaKey: false,
            nativeEvent: { isComposing: modifier === 'Composing' },
            preventDefault: () => {},
            stopPropagation: () => {},
          } as KeyboardEvent), // only what the handler reads
      )
    }

    return activeItem()
  }
  /** The active item, as screen readers announce it. */
  const activeItem = () => {
    const { input, option } = field.current

    return items.find((_, index) => option(index).id === input['aria-activedescendant'])
  }

  return { chosen, field, items, press }
}

test.each([
  ['ArrowDown', 'Paris'],
  ['ArrowDown ArrowDown ArrowDown', 'Oslo'],
  ['ArrowUp', 'Rome'],
  ['Alt+ArrowDown', 'Oslo'],
  ['Escape', undefined],
])('arrow keys wrap around in the list, and Escape closes it: %s', async (keys, active) => {
  const { press } = renderField()

  expect(await press(keys)).toBe(active)
})

test.each([
  ['ArrowDown', 'Oslo'],
  ['ArrowUp', 'Rome'],
])('without an initially active item, %s activates the item at that end', async (key, active) => {
  const { press, chosen } = renderField({ startsAtFirst: false })

  await press('Enter')
  expect(chosen).toEqual([])
  expect(await press(key)).toBe(active)
})

test('Enter chooses the active item, and the next list starts at its first item', async () => {
  const { chosen, field, press } = renderField()

  await press('ArrowDown Enter Enter')
  expect(chosen).toEqual(['Paris', 'Oslo'])
  await field.act(({ option }) => option(2).onClick())
  expect(chosen).toEqual(['Paris', 'Oslo', 'Rome'])
})

test('the active item stays active when others appear before it', async () => {
  const { chosen, field, items, press } = renderField()

  expect(await press('ArrowDown')).toBe('Paris')
  items.unshift('Bern', 'Madrid')
  field.rerender()
  await press('Enter')
  expect(chosen).toEqual(['Paris'])
})

test('keys of an input method are left to it', async () => {
  const { chosen, press } = renderField()

  expect(await press('Composing+ArrowDown Composing+Escape Composing+Enter')).toBe('Oslo')
  expect(chosen).toEqual([])
})

test('an arrow key opens a closed list, in which Enter chooses nothing', async () => {
  const { chosen, field, press } = renderField({ wasOpen: false })

  await press('Enter')
  expect(chosen).toEqual([])
  await press('ArrowDown')
  expect(field.current.isOpen).toBe(true)
})

test('a list without items has no active item', async () => {
  const { field, press } = renderField({ items: [] })

  await press('ArrowDown Enter')
  expect(field.current.input['aria-activedescendant']).toBeUndefined()
})
