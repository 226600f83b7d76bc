import { textOrJson, labelOf } from '../../lib/format.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json.ts'

/** A value formatted for reading. Nested values are on one line and can be expanded. */
export function ValueView({ value, byCulture = false }: { value: Json; byCulture?: boolean }) {
  if (value === null) return <span className="text-muted">empty</span>
  if (byCulture && isObject(value)) return <Cultures value={value} />
  if (Array.isArray(value))
    return value.length === 0 ? <span className="text-muted">none</span> : <ValueList values={value} />
  if (isOption(value)) {
    return (
      <span>
        {labelOf(value.labels, value.identifier)}{' '}
        <span className="font-mono text-sm text-muted">{value.identifier}</span>
      </span>
    )
  }
  if (isObject(value)) {
    return (
      <details>
        <summary className="cursor-pointer truncate font-mono text-sm">{textOrJson(value)}</summary>
        <pre className="code mt-1">{JSON.stringify(value, undefined, 2)}</pre>
      </details>
    )
  }

  return (
    <span
      dir="auto"
      className={`wrap-anywhere whitespace-pre-wrap ${typeof value === 'string' ? '' : 'font-mono'}`}
    >
      {String(value)}
    </span>
  )
}

function Cultures({ value }: { value: JsonObject }) {
  const cultures = Object.entries(value)

  if (cultures.length === 0) return <span className="text-muted">empty</span>

  return (
    <dl className="flex flex-col">
      {cultures.map(([culture, each]) => (
        <div key={culture} className="flex gap-2">
          <dt className="w-12 shrink-0 font-mono text-sm text-muted">{culture}</dt>
          <dd className="min-w-0">
            <ValueView value={each} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ValueList({ values }: { values: readonly Json[] }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {values.map((value, index) => (
        <li key={index} className="pill">
          <ValueView value={value} />
        </li>
      ))}
    </ul>
  )
}

/** An option of an option list, in the form in which GET returns it. */
function isOption(value: Json): value is { identifier: string; labels: Record<string, string> } {
  return isObject(value) && typeof value['identifier'] === 'string' && isObject(value['labels'])
}
