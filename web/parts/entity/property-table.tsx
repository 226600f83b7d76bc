import { propertyGroups, type WholeEntity } from './members.ts'
import type { PropertyOfDefinition } from '../../service/entity-queries.ts'
import { labelOf, textOrJson } from '../../lib/format.ts'
import { type Json, isObject } from '../../lib/parse-json.ts'

/** The properties of an entity, in the groups of its definition. */
export function PropertyTable({ entity, definition }: WholeEntity) {
  return (
    <div className="flex flex-col">
      {propertyGroups(definition).map(({ label, properties }) => (
        <section key={label} aria-label={label}>
          <h2 className="bg-raised px-3 py-1 text-sm font-medium text-muted sticky top-0">{label}</h2>
          <dl>
            {properties.map((property) => (
              <Property
                key={property.name}
                property={property}
                value={entity.properties[property.name] ?? null}
              />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Property({ property, value }: { property: PropertyOfDefinition; value: Json }) {
  const { is_multilanguage, is_multivalue, datasource } = property
  const traits = [
    is_multivalue && 'multiple values',
    is_multilanguage && 'by culture',
    datasource !== undefined && 'option list',
  ]

  return (
    <div className="flex flex-wrap gap-x-3 border-b border-line/60 px-3 py-1">
      <dt className="w-44 shrink-0 max-sm:w-full">
        <PropertyName property={property} traits={traits} />
      </dt>
      <dd className="min-w-40 flex-1 self-center">
        <ValueView value={value} byCulture={is_multilanguage} />
      </dd>
    </div>
  )
}

/** The name of a property, and below it its label, its type and further traits. */
export function PropertyName(props: { property: PropertyOfDefinition; traits: readonly (string | false)[] }) {
  const { name, labels, type, is_mandatory } = props.property
  const label = labelOf(labels, name)

  return (
    <>
      <span className="block font-medium wrap-anywhere">
        {name}
        {is_mandatory && (
          <span className="text-muted" title="Mandatory">
            {' '}
            *<span className="sr-only">mandatory</span>
          </span>
        )}
      </span>
      <span className="block text-xs text-muted">
        {label === name ? '' : `${label} · `}
        {[type, ...props.traits].filter(Boolean).join(', ')}
      </span>
    </>
  )
}

/** A value formatted for reading. Nested values are on one line and can be expanded. */
function ValueView({ value, byCulture = false }: { value: Json; byCulture?: boolean }) {
  const cultures = byCulture && isObject(value) ? Object.entries(value) : undefined

  if (value === null || cultures?.length === 0) return <span className="text-muted">empty</span>
  if (cultures) {
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
  if (Array.isArray(value)) {
    return (
      <ul className="flex flex-wrap gap-1">
        {value.map((each, index) => (
          <li key={index} className="pill">
            <ValueView value={each} />
          </li>
        ))}
        {value.length === 0 && <li className="text-muted">none</li>}
      </ul>
    )
  }
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

/** An option of an option list, in the form in which GET returns it. */
function isOption(value: Json): value is { identifier: string; labels: Record<string, string> } {
  return isObject(value) && typeof value['identifier'] === 'string' && isObject(value['labels'])
}
