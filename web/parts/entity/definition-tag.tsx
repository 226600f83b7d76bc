/** A stripe in the colour of a definition: a help to the eye, which says nothing alone. */
export function Stripe({ name, className = 'h-3 rounded-full' }: { name: string; className?: string }) {
  // The same name always gets the same colour.
  const hash = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4096, 7)
  const background = `oklch(0.66 0.13 ${(hash * 137) % 360})`

  return <span aria-hidden className={`w-1 shrink-0 ${className}`} style={{ background }} />
}

export function DefinitionTag({ name }: { name: string }) {
  return (
    <span className="flex max-w-full items-center gap-1.5" title={name}>
      <Stripe name={name} />
      <span className="truncate">{name}</span>
    </span>
  )
}
