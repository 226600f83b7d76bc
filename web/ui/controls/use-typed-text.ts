import { useEffect, useRef, useState } from 'react'

/**
 * The text of a field whose value is in the page's address. The address changes a moment after each key: a field that
 * showed the former value until then would move the caret to its end. Another new `value` (Back, a link) replaces the text.
 */
export function useTypedText(
  value: string,
  change: (text: string) => void,
): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(value)
  /** The texts that were typed and that `value` has not had yet. */
  const typed = useRef<readonly string[]>([])

  useEffect(() => {
    const index = typed.current.indexOf(value)

    if (index === -1) setText(value)
    typed.current = typed.current.slice(index + 1)
  }, [value])

  const type = (next: string) => {
    typed.current = [...typed.current, next]
    setText(next)
    change(next)
  }

  return [text, type]
}
