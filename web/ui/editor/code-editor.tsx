import { json, jsonParseLinter } from '@codemirror/lang-json'
import { linter, nextDiagnostic } from '@codemirror/lint'
import { EditorView, keymap } from '@codemirror/view'
import { TriangleAlert, WrapText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../lib/format.ts'
import type { Json, JsonProblem } from '../../lib/json.ts'
import { jsonLint } from './json-lint.ts'
import { pretty } from './json-text.tsx'
import { Button } from '../controls/button.tsx'
import { useEditor, type EditedText } from './use-editor.ts'

export interface CodeEditorProps extends EditedText {
  /** Finds problems in JSON that is syntactically valid. */
  readonly check?: (value: Json) => readonly JsonProblem[]
}

/** CodeMirror for JSON. Shift+Alt+F formats. */
export function CodeEditor(props: CodeEditorProps) {
  const [problems, setProblems] = useState<readonly JsonProblem[]>([])
  const latest = useRef(props)
  const { box, view } = useEditor(props, () => [
    ...extensions,
    linter(
      jsonLint((value) => latest.current.check?.(value) ?? [], setProblems),
      { delay: 300 },
    ),
  ])
  const problem = problems[0]?.message

  useEffect(() => {
    latest.current = props
  })

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded border border-line-strong">
      <div ref={box} className="min-h-40 flex-1 overflow-auto" />
      <div className="flex items-center gap-2 border-t border-line bg-raised pl-2">
        <p role="status" className="min-w-0 flex-1 truncate text-sm text-muted" title={problem}>
          {problem}
        </p>
        {problem && (
          <Button
            tone="quiet"
            title="Go to the next problem (F8)"
            onClick={() => view.current && goToNext(view.current)}
          >
            <TriangleAlert size={14} className="text-yellow" aria-hidden />
            {counted(problems.length, 'problem')}
          </Button>
        )}
        <Button
          Icon={WrapText}
          tone="quiet"
          title="Format (Shift+Alt+F)"
          onClick={() => view.current && format(view.current)}
        >
          Format
        </Button>
      </div>
    </div>
  )
}

const extensions = [
  json(),
  linter(jsonParseLinter(), { delay: 300 }),
  // On a Mac, Option+F types another character, which the key binding below does not match.
  EditorView.domEventHandlers({
    keydown: ({ code, key, shiftKey, altKey, ctrlKey, metaKey }, editor) =>
      code === 'KeyF' &&
      shiftKey &&
      altKey &&
      !ctrlKey &&
      !metaKey &&
      !/^[a-z]$/i.test(key) &&
      format(editor),
  }),
  keymap.of([{ key: 'Shift-Alt-f', run: format, preventDefault: true }]),
]

function goToNext(editor: EditorView): void {
  nextDiagnostic(editor)
  editor.focus()
}

function format(editor: EditorView): boolean {
  const text = editor.state.doc.toString()
  const insert = pretty(text)

  if (insert !== text) editor.dispatch({ changes: { from: 0, to: text.length, insert } })

  return true
}
