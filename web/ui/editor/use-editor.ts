import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { Annotation, type Extension, type Transaction } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'

/** The default colours have too little contrast on a dark background; these are the page's own. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--color-accent)' },
  { tag: tags.string, color: 'var(--color-green)' },
  { tag: [tags.number, tags.bool, tags.null, tags.variableName], color: 'var(--color-orange)' },
  { tag: tags.comment, color: 'var(--color-muted)' },
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
  '.cm-gutters, .cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-muted)',
    borderColor: 'var(--color-line)',
  },
  '.cm-tooltip': { color: 'var(--color-ink)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-sunken)',
    color: 'var(--color-muted)',
    borderColor: 'var(--color-line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft)',
    color: 'var(--color-ink)',
  },
  '.cm-content ::selection': { backgroundColor: 'var(--color-accent-soft)' },
})

export interface EditedText {
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
}

/**
 * Creates CodeMirror in `box`. Typing calls `change`; a new `value` replaces the text. Tab leaves the editor, as in other
 * fields.
 *
 * @param language the extensions for the language, used when the editor is created
 */
export function useEditor({ label, value, change }: EditedText, language: () => readonly Extension[]) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const initial = useEffectEvent(() => ({ doc: value, language: language() }))
  const changed = useEffectEvent(change)

  useEffect(() => {
    const { doc, language } = initial()
    const editor = new EditorView({
      doc,
      extensions: [
        ...language,
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
  lintGutter(),
  syntaxHighlighting(colours),
  theme,
  EditorView.lineWrapping,
  keymap.of([
    // Mod+Enter submits the page.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ...historyKeymap,
    ...lintKeymap,
  ]),
]
