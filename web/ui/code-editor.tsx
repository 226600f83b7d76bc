import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { pretty } from './json-text.tsx'

/** The default style fails the contrast of dark pages; this one follows the page's own colours. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--orange)' },
  { tag: tags.invalid, color: 'var(--red)' },
])

const looks = EditorView.theme({
  '&': { fontSize: '12px', height: '100%', backgroundColor: 'var(--ground)', color: 'var(--ink)' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--muted)', borderColor: 'var(--line)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
    borderColor: 'var(--line)',
  },
  '&.cm-focused .cm-selectionBackground, ::selection': { backgroundColor: 'var(--accent-soft)' },
})

/** CodeMirror with JSON. Shift+Alt+F formats; Tab leaves the editor, as it does elsewhere on the page. */
export function CodeEditor(props: { label: string; value: string; change: (text: string) => void }) {
  const { label, value } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const format = (editor: EditorView) => {
      editor.dispatch({
        changes: { from: 0, to: editor.state.doc.length, insert: pretty(editor.state.doc.toString()) },
      })

      return true
    }

    const editor = new EditorView({
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          indentOnInput(),
          bracketMatching(),
          json(),
          linter(jsonParseLinter()),
          lintGutter(),
          syntaxHighlighting(colours),
          looks,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([
            { key: 'Shift-Alt-f', run: format },
            ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
            ...historyKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.change(update.state.doc.toString())
          }),
        ],
      }),
      ...(box.current ? { parent: box.current } : {}),
    })

    view.current = editor

    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current

    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={box} className="h-full min-h-40 overflow-auto rounded border border-line-strong" />
}
