import { useState } from 'react'
import type { DefinitionAnswer } from '../../service/shapes.ts'
import { isObject, parseJson } from '../../lib/json.ts'
import type { EditTab } from './edit-tabs.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { TabBar } from '../../ui/tab-bar.tsx'
import { checkProperties } from './check-properties.ts'
import type { Draft } from './draft.ts'
import { PropertyForm } from './property-form.tsx'
import type { DraftRelations, RelationEnd } from './relation-draft.ts'
import { RelationsForm } from './relations-form.tsx'

/** What somebody makes of an entity before it is sent. */
export interface EntityDraft {
  readonly properties: Draft
  readonly relations: DraftRelations
}

interface DraftEditorProps {
  readonly definition: DefinitionAnswer
  readonly ends: readonly RelationEnd[]
  readonly draft: EntityDraft
  readonly cultures: readonly string[]
  readonly changedEnds: readonly RelationEnd[]
  /** Member -> what the service said about it. */
  readonly problems: Readonly<Record<string, string>>
  readonly tab: EditTab
  readonly choose: (tab: EditTab) => void
  readonly change: (draft: EntityDraft) => void
}

/** One draft of properties, as a form or as JSON, and its relations. */
export function DraftEditor(props: DraftEditorProps) {
  const { definition, ends, draft, cultures, changedEnds, problems, tab, choose, change } = props
  const { properties, relations } = draft
  const [text, setText] = useState(() => JSON.stringify(properties, undefined, 2))
  const isJson = isObject(parseJson(text))
  const setProperties = (properties: Draft) => change({ ...draft, properties })
  const wrongEnds = ends.filter(({ name }) => problems[name]).length
  const note =
    wrongEnds > 0 ? `${wrongEnds} refused` : changedEnds.length > 0 ? `${changedEnds.length} set` : ''

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
        // What is no JSON yet would be lost in the form.
        if (tab === 'json' && !isJson) return
        if (next === 'json') setText(JSON.stringify(properties, undefined, 2))
        choose(next)
      }}
    >
      {tab === 'form' && (
        <PropertyForm
          definition={definition}
          draft={properties}
          cultures={cultures}
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

              setText(next)
              if (isObject(parsed)) setProperties(parsed)
            }}
          />
          {!isJson && (
            <p role="alert" className="text-red">
              This is no JSON object yet; the form keeps what it had.
            </p>
          )}
        </div>
      )}
      {tab === 'relations' && (
        <RelationsForm
          ends={ends}
          relations={relations}
          changed={changedEnds.map(({ key }) => key)}
          problems={problems}
          change={(relations) => change({ ...draft, relations })}
        />
      )}
    </TabBar>
  )
}
