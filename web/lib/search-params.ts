/**
 * The search parameters of the console's routes. Links are shared by users, so values are plain text, and invalid ones
 * are ignored.
 */

type Raw = Record<string, unknown>
type Optional<Name extends string, Value> = { [K in Name]?: Value | undefined }

/** Plain `URLSearchParams`; the router's own form would write `?q="17"` for the text 17. */
export function parseSearch(search: string): Raw {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Raw): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()

  return text ? `?${text}` : ''
}

/** Parameters that are any text. */
export function textParameters<const Name extends string>(
  raw: Raw,
  ...names: readonly Name[]
): Optional<Name, string> {
  return pick(raw, names, (value) => (typeof value === 'string' && value !== '' ? value : undefined))
}

/** Parameters that are ids of entities, or sequence numbers. */
export function idParameters<const Name extends string>(
  raw: Raw,
  ...names: readonly Name[]
): Optional<Name, number> {
  return pick(raw, names, (value) => (/^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined))
}

/** A parameter that is one of these. */
export function oneOf<const Name extends string, const Value extends string>(
  raw: Raw,
  name: Name,
  values: readonly Value[],
): Optional<Name, Value> {
  return pick(raw, [name], (value) => values.find((each) => each === value))
}

function pick<Name extends string, Value>(
  raw: Raw,
  names: readonly Name[],
  read: (value: unknown) => Value | undefined,
): Optional<Name, Value> {
  const result: Optional<Name, Value> = {}

  // An invalid parameter is set to undefined: otherwise, the router would keep it.
  for (const name of names) if (name in raw) result[name] = read(raw[name])

  return result
}

/** The parts of the page Simulate to which its address can lead. */
export const simulateParts = ['health', 'scenarios', 'faults', 'notifications', 'clock'] as const
