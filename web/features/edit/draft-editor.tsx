import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../lib/format.ts'
import { isObject, parseJson, type JsonObject } from '../../lib/json.ts'
import type { Failures } from '../../service/client.ts'
import type { EntityDefinition } from '../../service/entities.ts'
import { endsOf, type RelationEnd } from '../../parts/entity/members.ts'
import { JsonEditor } from '../../ui/editor/json-editor.tsx'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import { checkProperties } from './check-properties.ts'
import type { EntityDraft } from './draft.ts'
import { PropertyForm } from './property-form.tsx'
import { RelationsForm } from './relations-form.tsx'

interface DraftEditorProps {
  readonly definition: EntityDefinition
  readonly draft: EntityDraft
  /** The cultures in which the entity has values; the form also offers those of the definition's labels. */
  readonly cultures?: readonly string[]
  readonly changed: readonly RelationEnd[]
  readonly problems: Failures
  readonly change: (draft: EntityDraft) => void
}

/** The properties as a form or as JSON, and the relations; the page's address names the tab. */
export function DraftEditor({
  definition,
  draft,
  cultures = [],
  changed,
  problems,
  change,
}: DraftEditorProps) {
  const { properties, relations } = draft
  const { tab = 'form' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [edited, setEdited] = useState<{ text: string; properties: JsonObject }>()
  // What was typed, until the properties are changed elsewhere.
  const text = edited?.properties === properties ? edited.text : JSON.stringify(properties, undefined, 2)
  const isJson = isObject(parseJson(text))
  const setProperties = (properties: JsonObject) => change({ ...draft, properties })
  const ends = endsOf(definition)
  const errors = ends.filter(({ name }) => problems[name]).length
  const note = errors > 0 ? counted(errors, 'error') : changed.length > 0 && `${changed.length} changed`

  return (
    <TabBar
      label="Edit as"
      tabs={[
        { id: 'form', label: 'Form' },
        { id: 'json', label: 'JSON' },
        { id: 'relations', label: note ? `Relations (${note})` : 'Relations' },
      ]}
      current={tab}
      choose={(next) => {
        // The form would discard invalid JSON.
        if (tab === 'json' && !isJson) return
        void navigate({
          to: '.',
          search: (before) => ({ ...before, tab: next === 'form' ? undefined : next }),
          replace: true,
        })
      }}
    >
      {tab === 'form' && (
        <PropertyForm
          definition={definition}
          draft={properties}
          cultures={[...new Set([...cultures, ...Object.keys(definition.labels)])]}
          problems={problems}
          change={(name, value) => setProperties({ ...properties, [name]: value })}
        />
      )}
      {tab === 'json' && (
        <div className="flex min-h-100 flex-1 flex-col gap-2 p-3">
          <JsonEditor
            label="Properties as JSON"
            value={text}
            check={(value) => checkProperties(value, definition)}
            change={(next) => {
              const parsed = parseJson(next)
              const changed = isObject(parsed) ? parsed : properties

              setEdited({ text: next, properties: changed })
              setProperties(changed)
            }}
          />
          <p role="alert" className="text-red empty:hidden">
            {!isJson && 'Not a valid JSON object; the form keeps the last valid values.'}
          </p>
        </div>
      )}
      {tab === 'relations' && (
        <RelationsForm
          {...{ ends, relations, changed, problems }}
          change={(relations) => change({ ...draft, relations })}
        />
      )}
    </TabBar>
  )
}
