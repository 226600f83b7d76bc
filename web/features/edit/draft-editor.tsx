import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { counted } from '../../lib/format.ts'
import { isObject, parseJson } from '../../lib/json.ts'
import type { DefinitionResponse } from '../../service/entities.ts'
import { JsonEditor } from '../../ui/editor/json-editor.tsx'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import { checkProperties } from './check-properties.ts'
import { culturesFor, type PropertiesDraft, endsOf, type DraftRelations, type DraftEnd } from './draft.ts'
import { PropertyForm } from './property-form.tsx'
import { RelationsForm } from './relations-form.tsx'

/** The unsaved edits of an entity. */
export interface EntityDraft {
  readonly properties: PropertiesDraft
  readonly relations: DraftRelations
}

interface DraftEditorProps {
  readonly definition: DefinitionResponse
  readonly draft: EntityDraft
  /** The cultures in which the entity has values. */
  readonly cultures?: readonly string[]
  readonly changedEnds: readonly DraftEnd[]
  /** Validation errors, by JSON path. */
  readonly problems: Readonly<Record<string, string>>
  readonly change: (draft: EntityDraft) => void
  readonly preview: ReactNode
  /** Shown above the tabs. */
  readonly children?: ReactNode
}

/** The editor, with the preview of the request beside it, or below it on narrow screens. */
export function DraftEditor({ preview, children, ...rest }: DraftEditorProps) {
  return (
    <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-[minmax(0,1fr)_320px] xl:grid-cols-[minmax(0,1fr)_440px] lg:overflow-hidden">
      <div className="flex min-w-0 flex-col lg:min-h-0">
        {children}
        <DraftTabs {...rest} />
      </div>
      <aside
        aria-label="Preview"
        className="min-w-0 border-line p-3 max-lg:border-t lg:min-h-0 lg:overflow-y-auto lg:border-l"
      >
        {preview}
      </aside>
    </div>
  )
}

/** The properties as a form or as JSON, and the relations; the page's address names the tab. */
function DraftTabs(props: Omit<DraftEditorProps, 'preview' | 'children'>) {
  const { definition, draft, cultures = [], changedEnds, problems, change } = props
  const { properties, relations } = draft
  const { tab = 'form' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [edited, setEdited] = useState<{ text: string; properties: PropertiesDraft }>()
  // What was typed, until the properties are changed elsewhere.
  const text = edited?.properties === properties ? edited.text : JSON.stringify(properties, undefined, 2)
  const isJson = isObject(parseJson(text))
  const setProperties = (properties: PropertiesDraft) => change({ ...draft, properties })
  const ends = endsOf(definition)
  const errors = ends.filter(({ name }) => problems[name]).length
  const note =
    errors > 0 ? counted(errors, 'error') : changedEnds.length > 0 && `${changedEnds.length} changed`

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
          cultures={culturesFor(definition, cultures)}
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
          ends={ends}
          relations={relations}
          changedKeys={changedEnds.map(({ key }) => key)}
          problems={problems}
          change={(relations) => change({ ...draft, relations })}
        />
      )}
    </TabBar>
  )
}
