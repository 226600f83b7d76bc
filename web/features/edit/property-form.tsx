import { useEffect, useRef } from 'react'
import { propertyGroups } from '../../parts/entity/members.ts'
import { PropertyName } from '../../parts/entity/property-table.tsx'
import { failureAt, type Failures } from '../../service/client.ts'
import { Problem } from '../../ui/controls/field.tsx'
import type { EntityDefinition, PropertyOfDefinition } from '../../service/entities.ts'
import { labelOf } from '../../lib/format.ts'
import { isObject, type Json, type JsonObject } from '../../lib/json.ts'
import { MultiValueEditor, ValueEditor } from './value-editor.tsx'

interface PropertyFormProps {
  readonly definition: EntityDefinition
  readonly draft: JsonObject
  readonly cultures: readonly string[]
  readonly problems: Failures
  readonly change: (name: string, value: Json) => void
}

/** Each property with the editor for its type, in the groups of the definition. */
export function PropertyForm({ definition, ...props }: PropertyFormProps) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // When the page opens, its heading has the focus; the first field is more useful.
    if (document.activeElement instanceof HTMLHeadingElement) {
      box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    }
  }, [])

  return (
    <div ref={box} className="flex flex-col">
      {propertyGroups(definition).map(({ label, properties }) => (
        <fieldset key={label} className="min-w-0 border-b border-line p-3">
          <legend className="float-left mb-2 w-full text-sm font-medium text-muted">{label}</legend>
          <div className="clear-both flex flex-col gap-3">
            {properties.map((property) => (
              <PropertyField key={property.name} property={property} {...props} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function PropertyField(props: Omit<PropertyFormProps, 'definition'> & { property: PropertyOfDefinition }) {
  const { property, draft, cultures, problems, change } = props
  const { name, is_multilanguage, is_multivalue, helptext } = property
  const value = draft[name] ?? null
  const problem = failureAt(problems, name) ?? failureAt(problems, `properties.${name}`)
  const byCulture = isObject(value) ? value : {}
  const Editor = is_multivalue ? MultiValueEditor : ValueEditor
  const editor = (label: string, value: Json, change: (value: Json) => void) => (
    <Editor {...{ property, label, value, change }} isInvalid={problem !== undefined} />
  )

  return (
    <div className="grid gap-x-3 gap-y-1 sm:grid-cols-[180px_minmax(0,1fr)]">
      <div className="min-w-0 pt-1" title={labelOf(helptext, '')}>
        <PropertyName property={property} traits={[property.is_unique && 'unique']} />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        {is_multilanguage
          ? cultures.map((culture) => (
              <div key={culture} className="flex items-start gap-2">
                <span className="w-12 shrink-0 pt-1 font-mono text-sm text-muted">{culture}</span>
                <div className="min-w-0 flex-1">
                  {editor(`${name} ${culture}`, byCulture[culture] ?? null, (next) =>
                    change(name, { ...byCulture, [culture]: next }),
                  )}
                </div>
              </div>
            ))
          : editor(name, value, (next) => change(name, next))}
        <Problem text={problem} />
      </div>
    </div>
  )
}
