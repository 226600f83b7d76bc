/** A stripe in a colour of the definition's own, beside its name. */
export function DefinitionTag({ name }: { name: string }) {
  return (
    <span className="flex max-w-full items-center gap-1.5" title={name}>
      <span
        aria-hidden
        className="h-3 w-1 shrink-0 rounded-full"
        style={{ background: definitionColour(name) }}
      />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** The same name always gets the same colour; it is a help to the eye and says nothing alone. */
export function definitionColour(name: string): string {
  const hash = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4096, 7)

  return `oklch(0.66 0.13 ${(hash * 137) % 360})`
}
