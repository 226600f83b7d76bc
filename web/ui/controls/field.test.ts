import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../testing/render-hook.ts'
import { useTypedText } from './field.tsx'

/** A field whose value is in an address, without spaces at its ends; `arrive` changes the address. */
function renderField() {
  let value = 'sun'
  const sent: string[] = []
  const field = renderHook(() =>
    useTypedText(
      value,
      (text) => void sent.push(text),
      (text) => text.trim(),
    ),
  )

  return {
    sent,
    text: () => field.current[0],
    type: (text: string) => field.act(([, type]) => type(text)),
    pause: () => field.act(() => vi.advanceTimersByTime(300)),
    arrive: (next: string) => {
      value = next

      return field.act(() => field.rerender())
    },
  }
}

test('a typed text is shown at once, and sent once when typing pauses', async () => {
  const { sent, text, type, arrive, pause } = renderField()

  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  await type('asun')
  expect(text()).toBe('asun')
  await type('absun')
  expect(sent).toEqual([])
  await pause()
  expect(sent).toEqual(['absun'])
  await type('absunk')
  await arrive('absun')
  expect(text()).toBe('absunk')
  await pause()
  expect(sent).toEqual(['absun', 'absunk'])
})

test('another value, as after Back, replaces the text, which is not sent any more', async () => {
  const { sent, text, type, arrive, pause } = renderField()

  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  await type('moon')
  await arrive('sea')
  await pause()
  expect(text()).toBe('sea')
  expect(sent).toEqual([])
})

test('a typed text stays when the address has another form of it, also if that arrives late', async () => {
  const { sent, text, type, arrive, pause } = renderField()

  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())

  await type('sun ')
  await pause()
  await type('sun and ')
  await pause()
  await arrive('sun and')
  expect(text()).toBe('sun and ')
  await type('sun and moon')
  await pause()
  await type('sun and moon and ')
  await pause()
  await arrive('sun and moon')
  expect(text()).toBe('sun and moon and ')
  await arrive('sun and moon and')
  expect(text()).toBe('sun and moon and ')
  expect(sent).toEqual(['sun ', 'sun and ', 'sun and moon', 'sun and moon and '])
  await arrive('sun and moon')
  expect(text()).toBe('sun and moon')
})
