import { expect, test } from 'vitest'
import { type Head, headItem, LogReading } from './log-reading.ts'
import type { LogStep } from './log-step.ts'
import { encodeItem, type StoredItem } from './log-storage.ts'

const steps: LogStep[] = [{ do: 'drop', slot: 'before' }]
const head: Head = { version: 2, isValid: true, base: [3, 5], covered: 7, last: 9 }
const item = (part: 'base' | 'entry', number: number): StoredItem => encodeItem('blue', part, number, steps)
const whole = [item('base', 3), item('base', 4), item('entry', 8), item('entry', 9)]

/** Reads items after a head: what is reported, the items with entries, what is left over, and the extent. */
function read(items: readonly StoredItem[], first: StoredItem[] = [headItem('blue', head)]) {
  const damage: string[] = []
  const reading = new LogReading('blue', ({ message }) => damage.push(message))
  const found = [...first, ...items].filter((each) => reading.read(each) !== undefined)
  const end = reading.end()

  return { damage, found, leftovers: reading.leftovers, end }
}

test('a log is whole with every base item and entry of its head', () => {
  expect(read(whole)).toEqual({ damage: [], found: whole, leftovers: [], end: head })
})

test('entries after the last one of the head are part of the log', () => {
  const items = [...whole, item('entry', 10), item('entry', 11)]

  expect(read(items)).toEqual({ damage: [], found: items, leftovers: [], end: { ...head, last: 11 } })
})

test('of a log that lacks an item, the first one that is missing is named', () => {
  const without = (index: number) => read(whole.filter((_, each) => each !== index)).damage

  expect([0, 1, 2, 3].map((index) => without(index))).toEqual(
    ['base item 3', 'base item 4', 'entry 8', 'entry 9'].map((what) => [
      `the log of sandbox "blue" is damaged: ${what} is missing`,
    ]),
  )
})

test('base items outside of the extent, and entries that the base includes, are left over', () => {
  const outside = [item('base', 2), item('base', 5), item('entry', 7)]

  expect(read([...whole, ...outside])).toMatchObject({ damage: [], leftovers: outside, end: head })
})

test('a log without a head has all its items, and their extent', () => {
  const { damage, found, end } = read(whole, [])

  expect(damage).toEqual([expect.stringContaining('its head is missing')])
  expect(found).toEqual(whole)
  expect(end).toEqual({ ...head, covered: 7, last: 9 })
})
