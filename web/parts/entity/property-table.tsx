import { propertyGroups } from './members.ts'
import type { DefinitionResponse, EntityResponse, PropertyOfDefinition } from '../../service/entities.ts'
import { labelOf } from '../../lib/format.ts'
import type { Json } from '../../lib/json.ts'
import { ValueView } from './value-view.tsx'

/** The properties of an entity, in the groups of its definition. */
export function PropertyTable({
  entity,
  definition,
}: Record<'entity', EntityResponse> & Record<'definition', DefinitionResponse>) {
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
  const { name, labels, type, is_multilanguage, is_multivalue, is_mandatory } = property
  const traits = [
    type,
    is_multivalue && 'multiple values',
    is_multilanguage && 'by culture',
    property.datasource && 'option list',
  ].filter(Boolean)

  return (
    <div className="flex flex-wrap gap-x-3 border-b border-line/60 px-3 py-1">
      <dt className="w-44 shrink-0 max-sm:w-full">
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
          {labelOf(labels, name) === name ? '' : `${labelOf(labels, name)} · `}
          {traits.join(', ')}
        </span>
      </dt>
      <dd className="min-w-40 flex-1 self-center">
        <ValueView value={value} byCulture={is_multilanguage} />
      </dd>
    </div>
  )
}
