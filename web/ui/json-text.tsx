/** JSON with its names, texts and other values told apart; any other text as it is. */
export function JsonText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <pre className={`code break-words whitespace-pre-wrap ${className}`} tabIndex={0}>
      {pieces(pretty(text)).map(({ kind, text }, index) =>
        kind === undefined ? (
          text
        ) : (
          <span key={index} className={looks[kind]}>
            {text}
          </span>
        ),
      )}
    </pre>
  )
}

const looks = { name: 'text-accent', text: 'text-green', other: 'text-orange' }

/** Beyond this, colours cost more than they help, in characters. */
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

/** Indented when it is JSON. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
