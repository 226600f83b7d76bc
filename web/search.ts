/**
 * What the console keeps in the URL, route by route: links are public, so values are plain text, and one that
 * can't be read falls back to nothing.
 */

export type Raw = Record<string, unknown>

/** Plain `URLSearchParams`; the router's own form would write `?q="17"` for the text 17. */
export function parse(search: string): Raw {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringify(search: Raw): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()

  return text ? `?${text}` : ''
}

export const root = (raw: Raw) => ({ ...text(raw, 'sandbox') })

export const entityTabs = ['properties', 'relations', 'json', 'requests'] as const
export type EntityTab = (typeof entityTabs)[number]

export const entities = (raw: Raw) => ({
  ...text(raw, 'q'),
  ...text(raw, 'definition'),
  ...text(raw, 'sort'),
  ...oneOf(raw, 'order', ['asc', 'desc']),
  ...id(raw, 'selected'),
  ...oneOf(raw, 'tab', entityTabs),
})

export const editTabs = ['form', 'json', 'relations'] as const
export type EditTab = (typeof editTabs)[number]

export const newEntity = (raw: Raw) => ({ ...text(raw, 'definition'), ...oneOf(raw, 'tab', editTabs) })

export const editEntity = (raw: Raw) => ({ ...oneOf(raw, 'tab', editTabs) })

export const entity = (raw: Raw) => ({ ...oneOf(raw, 'tab', entityTabs) })

export const graph = (raw: Raw) => ({
  ...id(raw, 'root'),
  ...id(raw, 'selected'),
  ...oneOf(raw, 'depth', ['1', '2', '3']),
  ...oneOf(raw, 'view', ['graph', 'outline']),
})

export const health = (raw: Raw) => ({ ...text(raw, 'node') })

export const notifications = (raw: Raw) => ({
  ...text(raw, 'type'),
  ...text(raw, 'channel'),
  ...oneOf(raw, 'owned', ['mine', 'everyone']),
})

export const requests = (raw: Raw) => ({
  ...text(raw, 'q'),
  ...text(raw, 'selected'),
  ...oneOf(raw, 'paused', ['yes']),
})

/** A request to make a fault for. */
export const faults = (raw: Raw) => ({ ...text(raw, 'method'), ...text(raw, 'path') })

export const explore = (raw: Raw) => ({ ...text(raw, 'method'), ...text(raw, 'path'), ...text(raw, 'body') })

function text<const Name extends string>(raw: Raw, name: Name): { [K in Name]?: string | undefined } {
  const value = raw[name]

  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as {
    [K in Name]?: string | undefined
  } // one known name
}

function id<const Name extends string>(raw: Raw, name: Name): { [K in Name]?: number | undefined } {
  const value = Number(raw[name])

  return (Number.isInteger(value) && value > 0 ? { [name]: value } : {}) as {
    [K in Name]?: number | undefined
  } // one known name
}

function oneOf<const Name extends string, const Value extends string>(
  raw: Raw,
  name: Name,
  values: readonly Value[],
): { [K in Name]?: Value | undefined } {
  const value = values.find((each) => each === raw[name])

  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: Value | undefined } // one known name
}
