import { useState } from 'react'
import type { DefinitionAnswer } from '../../service/shapes.ts'
import { isObject, parseJson } from '../../lib/json.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { TabBar } from '../../ui/tab-bar.tsx'
import type { Draft } from './draft.ts'
import { PropertyForm } from './property-form.tsx'

interface DraftEditorProps {
  readonly definition: DefinitionAnswer
  readonly draft: Draft
  readonly cultures: readonly string[]
  readonly problems: Readonly<Record<string, string>>
  readonly change: (draft: Draft) => void
}

const tabs = [
  { id: 'form', label: 'Form' },
  { id: 'json', label: 'JSON' },
] as const

/** One draft, as a form or as JSON. */
export function DraftEditor({ definition, draft, cultures, problems, change }: DraftEditorProps) {
  const [tab, setTab] = useState<'form' | 'json'>('form')
  const [text, setText] = useState('')
  const isJson = isObject(parseJson(text))

  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <TabBar
        label="Edit as"
        tabs={tabs}
        current={tab}
        choose={(next) => {
          // What is no JSON yet would be lost in the form.
          if (tab === 'json' && !isJson) return
          if (next === 'json') setText(JSON.stringify(draft, undefined, 2))
          setTab(next)
        }}
      >
        {tab === 'form' ? (
          <PropertyForm
            definition={definition}
            draft={draft}
            cultures={cultures}
            problems={problems}
            change={(name, value) => change({ ...draft, [name]: value })}
          />
        ) : (
          <div className="flex min-h-100 flex-1 flex-col gap-2 p-3">
            <JsonEditor
              label="Properties as JSON"
              value={text}
              change={(next) => {
                const parsed = parseJson(next)

                setText(next)
                if (isObject(parsed)) change(parsed)
              }}
            />
            {!isJson && (
              <p role="alert" className="text-red">
                This is no JSON object yet; the form keeps what it had.
              </p>
            )}
          </div>
        )}
      </TabBar>
    </div>
  )
}
