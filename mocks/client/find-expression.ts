type Value = string | number | boolean | null

/** The query that finds entities of a definition by the values of properties. */
export function findExpression(definition: string, properties: Readonly<Record<string, Value>>): string {
  return [
    `Definition.Name==${quoted(definition)}`,
    ...Object.entries(properties).map(
      ([name, value]) => `${kindOf(value)}(${quoted(name)})==${literal(value)}`,
    ),
  ].join(' AND ')
}

/** The query that finds one entity, by its id or its identifier. */
export function nameExpression(idOrIdentifier: number | string): string {
  return typeof idOrIdentifier === 'number'
    ? `id==${idOrIdentifier}`
    : `identifier==${quoted(idOrIdentifier)}`
}

function kindOf(value: Value): string {
  if (typeof value === 'number') return 'Decimal'

  return typeof value === 'boolean' ? 'Bool' : 'String'
}

function literal(value: Value): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
