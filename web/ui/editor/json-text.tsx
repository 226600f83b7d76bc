import { parseJson } from '../../lib/json.ts'
import { useState } from 'react'
import { bytes } from '../../lib/format.ts'
import { Button } from '../controls/button.tsx'

/** The number of characters shown at first; a browser takes seconds to render a megabyte. */
const shownAtFirst = 100_000

/** JSON with syntax highlighting; other text unchanged. */
export function JsonText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const whole = pretty(text)
  const isCut = !isWhole && whole.length > shownAtFirst

  return (
    <pre className="code break-words whitespace-pre-wrap" tabIndex={0}>
      {pieces(isCut ? whole.slice(0, shownAtFirst) : whole).map(({ kind, text }, index) =>
        kind === undefined ? (
          text
        ) : (
          <span key={index} className={looks[kind]}>
            {text}
          </span>
        ),
      )}
      {isCut && (
        <Button className="mt-2 flex font-sans" onClick={() => setWhole(true)}>
          Show the other {bytes(whole.length - shownAtFirst)}
        </Button>
      )}
    </pre>
  )
}

const looks = { name: 'text-accent', text: 'text-green', other: 'text-orange' }

/** The longest text that is highlighted, in characters: beyond that, rendering takes too long. */
const colouredUpTo = 200_000

function pieces(text: string): { kind?: keyof typeof looks; text: string }[] {
  if (text.length > colouredUpTo || !/^\s*[[{]/.test(text)) return [{ text }]

  return Array.from(
    text.matchAll(
      /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<other>true|false|null|-?\d[\d.eE+-]*)|[^"\w-]+|./gs,
    ),
    ({ 0: text, groups }) => {
      if (groups?.['name']) return { kind: 'name', text }
      if (groups?.['string']) return { kind: 'text', text }

      return groups?.['other'] ? { kind: 'other', text } : { text }
    },
  )
}

/** The text indented, if it is valid JSON. */
export function pretty(text: string): string {
  const value = parseJson(text)

  return value === undefined ? text : JSON.stringify(value, undefined, 2)
}
