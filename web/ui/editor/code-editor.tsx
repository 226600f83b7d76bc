import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, linter, lintKeymap, nextDiagnostic } from '@codemirror/lint'
import { Annotation, EditorState, type Transaction } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { TriangleAlert, WrapText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../lib/format.ts'
import type { Json, JsonProblem } from '../../lib/json.ts'
import { jsonLint } from './json-lint.ts'
import { pretty } from './json-text.tsx'
import { Button } from '../controls/button.tsx'

/** The default colours have too little contrast on a dark background; these are the page's own. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent)' },
  { tag: tags.string, color: 'var(--color-green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-orange)' },
  { tag: tags.invalid, color: 'var(--color-red)' },
])

const theme = EditorView.theme({
  '&': {
    fontSize: '12px',
    height: '100%',
    backgroundColor: 'var(--color-ground)',
    color: 'var(--color-ink)',
  },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--color-ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-muted)',
    borderColor: 'var(--color-line)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-ink)',
    borderColor: 'var(--color-line)',
  },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-sunken)',
    color: 'var(--color-muted)',
    borderColor: 'var(--color-line)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--color-accent-soft)' },
})

export interface CodeEditorProps {
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
  /** Finds problems in JSON that is syntactically valid. */
  readonly check?: (value: Json) => readonly JsonProblem[]
}

/** CodeMirror for JSON. Shift+Alt+F formats; Tab leaves the editor, as in other fields. */
export function CodeEditor(props: CodeEditorProps) {
  const [problems, setProblems] = useState<readonly JsonProblem[]>([])
  const { box, view } = useEditor(props, setProblems)
  const problem = problems[0]?.message

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

/** Creates the editor in `box`. Typing calls `change`; a new `value` replaces the text. */
function useEditor(props: CodeEditorProps, report: (problems: readonly JsonProblem[]) => void) {
  const { label, value } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const editor = new EditorView({
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          ...extensions,
          linter(
            jsonLint((value) => latest.current.check?.(value) ?? [], report),
            { delay: 300 },
          ),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some(isFromOutside))
              latest.current.change(update.state.doc.toString())
          }),
        ],
      }),
      ...(box.current ? { parent: box.current } : {}),
    })

    view.current = editor

    return () => editor.destroy()
  }, [label, report])

  useEffect(() => {
    const editor = view.current

    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])

  return { box, view }
}

/** Marks a change of the text by the page, for which `change` is not called. */
const fromOutside = Annotation.define<boolean>()
const isFromOutside = (transaction: Transaction) => transaction.annotation(fromOutside) === true

const extensions = [
  lineNumbers(),
  foldGutter(),
  history(),
  indentOnInput(),
  bracketMatching(),
  json(),
  linter(jsonParseLinter(), { delay: 300 }),
  lintGutter(),
  syntaxHighlighting(colours),
  theme,
  EditorView.lineWrapping,
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
  keymap.of([
    { key: 'Shift-Alt-f', run: format, preventDefault: true },
    // Mod+Enter submits the page.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ...historyKeymap,
    ...lintKeymap,
  ]),
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
