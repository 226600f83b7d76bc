import { parseJson } from '../../lib/parse-json.ts'
import { useState } from 'react'
import { formatBytes } from '../../lib/format.ts'
import { Button } from '../controls/button.tsx'

/** The number of characters shown initially; a browser takes seconds to render a megabyte. */
const initialLength = 100_000

/** JSON with syntax highlighting; other text unchanged. */
export function JsonText({ text }: { text: string }) {
  const [isExpanded, setExpanded] = useState(false)
  const value = parseJson(text)
  const formatted = value === undefined ? text : JSON.stringify(value, undefined, 2)
  const isTruncated = !isExpanded && formatted.length > initialLength

  return (
    <pre className="code break-words whitespace-pre-wrap" tabIndex={0}>
      {tokensOf(isTruncated ? formatted.slice(0, initialLength) : formatted).map(({ kind, text }, index) =>
        kind === undefined ? (
          text
        ) : (
          <span key={index} className={classNames[kind]}>
            {text}
          </span>
        ),
      )}
      {isTruncated && (
        <Button className="mt-2 flex font-sans" onClick={() => setExpanded(true)}>
          Show the remaining {formatBytes(formatted.length - initialLength)}
        </Button>
      )}
    </pre>
  )
}

const classNames = { name: 'text-accent', string: 'text-green', literal: 'text-orange' }

/** The longest text that is highlighted, in characters: beyond that, rendering takes too long. */
const maxHighlighted = 200_000

function tokensOf(text: string): { kind?: keyof typeof classNames; text: string }[] {
  if (text.length > maxHighlighted || !/^\s*[[{]/.test(text)) return [{ text }]

  return Array.from(
    text.matchAll(
      /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>true|false|null|-?\d[\d.eE+-]*)|[^"\w-]+|./gs,
    ),
    ({ 0: text, groups }) => {
      if (groups?.['name']) return { kind: 'name', text }
      if (groups?.['string']) return { kind: 'string', text }

      return groups?.['literal'] ? { kind: 'literal', text } : { text }
    },
  )
}
