import { expect, test } from 'vitest'
import { renderHook } from '../../testing/render-hook.ts'
import { useTypedText } from './use-typed-text.ts'

/** A field whose value is in an address; `arrive` changes the address. */
function renderField() {
  let value = 'sun'
  const sent: string[] = []
  const field = renderHook(() => useTypedText(value, (text) => void sent.push(text)))

  return {
    sent,
    text: () => field.current[0],
    type: (text: string) => field.act(([, type]) => type(text)),
    arrive: (next: string) => {
      value = next

      return field.act(() => field.rerender())
    },
  }
}

test('a typed text is shown at once, and stays while the address follows it key by key', async () => {
  const { sent, text, type, arrive } = renderField()

  await type('asun')
  expect(text()).toBe('asun')
  await type('absun')
  await arrive('asun')
  expect(text()).toBe('absun')
  await arrive('absun')
  expect(text()).toBe('absun')
  expect(sent).toEqual(['asun', 'absun'])
})

test('another value, as after Back, replaces the text', async () => {
  const { text, type, arrive } = renderField()

  await type('moon')
  await arrive('moon')
  await arrive('sun')
  expect(text()).toBe('sun')
})
