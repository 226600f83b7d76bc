import { useEffect, useRef, useState } from 'react'

/** How long typing has to pause before a text is sent, in milliseconds. */
const pause = 250

/**
 * The text of a field whose value is in the page's address, which changes when typing pauses. Another new `value` (Back,
 * a link) replaces the text.
 */
export function useTypedText(
  value: string,
  change: (text: string) => void,
): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(value)
  /** The text that the address has, or will have in a moment. */
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (value === sent.current) return
    clearTimeout(timer.current)
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next
      change(next)
    }, pause)
  }

  return [text, type]
}
