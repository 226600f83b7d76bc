import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { linter, lintGutter } from '@codemirror/lint'
import { Annotation, type Transaction } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'

interface JsonEditorProps {
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
}

/**
 * CodeMirror for JSON, which marks what is not valid. Typing calls `change`; a new `value` replaces the text. Tab leaves
 * the editor, as in other fields.
 */
export function JsonEditor({ label, value, change }: JsonEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const initial = useEffectEvent(() => value)
  const changed = useEffectEvent(change)

  useEffect(() => {
    const editor = new EditorView({
      doc: initial(),
      extensions: [
        ...extensions,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some(isFromOutside))
            changed(update.state.doc.toString())
        }),
      ],
      ...(box.current ? { parent: box.current } : {}),
    })

    view.current = editor

    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current

    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    })
  }, [value])

  return <div ref={box} className="min-h-40 flex-1 overflow-auto rounded border border-line-strong" />
}

/** Marks a change of the text by the page, for which `change` is not called. */
const fromOutside = Annotation.define<boolean>()
const isFromOutside = (transaction: Transaction) => transaction.annotation(fromOutside) === true

/** The default colours have too little contrast on a dark background; these are the page's own. */
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent)' },
  { tag: tags.string, color: 'var(--color-green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-orange)' },
  { tag: tags.invalid, color: 'var(--color-red)' },
])

const raised = { backgroundColor: 'var(--color-raised)', borderColor: 'var(--color-line)' }

const theme = EditorView.theme({
  '&': { fontSize: '12px', height: '100%', background: 'var(--color-ground)', color: 'var(--color-ink)' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--color-ink)' },
  '.cm-gutters, .cm-foldPlaceholder': { ...raised, color: 'var(--color-muted)' },
  '.cm-tooltip': { ...raised, color: 'var(--color-ink)' },
  '.cm-content ::selection': { backgroundColor: 'var(--color-accent-soft)' },
})

const extensions = [
  json(),
  linter((view) => (view.state.doc.length > 0 ? jsonParseLinter()(view) : []), { delay: 300 }),
  lineNumbers(),
  foldGutter(),
  history(),
  bracketMatching(),
  lintGutter(),
  syntaxHighlighting(colours),
  theme,
  EditorView.lineWrapping,
  // Mod+Enter submits the page.
  keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]),
]
