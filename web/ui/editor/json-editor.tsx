import { json, jsonParseLinter } from '@codemirror/lang-json'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { linter, nextDiagnostic, type Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { TriangleAlert, WrapText } from 'lucide-react'
import { useEffectEvent, useState } from 'react'
import { counted } from '../../lib/format.ts'
import { parseJson, type Json, type JsonProblem } from '../../lib/parse-json.ts'
import { pretty } from './json-text.tsx'
import { Button } from '../controls/button.tsx'
import { useEditor, type EditedText } from './use-editor.ts'

interface JsonEditorProps extends EditedText {
  /** Finds problems in JSON that is syntactically valid. */
  readonly check?: (value: Json) => readonly JsonProblem[]
}

/** CodeMirror for JSON. Shift+Alt+F formats. */
export function JsonEditor(props: JsonEditorProps) {
  const [problems, setProblems] = useState<readonly JsonProblem[]>([])
  const check = useEffectEvent((value: Json) => props.check?.(value) ?? [])
  const { box, view } = useEditor(props, () => [
    ...extensions,
    linter(jsonLint(check, setProblems), { delay: 300 }),
  ])
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

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

/** Marks the problems that `check` finds. Invalid JSON is marked by another linter, the parser's. */
function jsonLint(
  check: (value: Json) => readonly JsonProblem[],
  report: (problems: readonly JsonProblem[]) => void,
) {
  return ({ state }: EditorView): Diagnostic[] => {
    const value = parseJson(state.doc.toString())
    const problems = value === undefined ? [] : check(value)

    report(problems)

    return problems.map(({ path, message }) => ({
      ...rangeOf(state, path),
      message,
      severity: 'warning',
    }))
  }
}

/** The range of the value at a path, including its name if it is a member of an object. */
function rangeOf(state: EditorState, path: JsonProblem['path']): { from: number; to: number } {
  let node: SyntaxNode | null = (ensureSyntaxTree(state, state.doc.length) ?? syntaxTree(state)).topNode
    .firstChild
  let member = node

  for (const step of path) {
    member = (typeof step === 'number' ? elements(node)[step] : memberOf(state, node, step)) ?? null
    node = typeof step === 'number' ? member : (member?.lastChild ?? null)
  }

  const { from, to } = member ?? { from: 0, to: state.doc.length }

  return { from, to }
}

function elements(array: SyntaxNode | null): SyntaxNode[] {
  const children: SyntaxNode[] = []

  for (let child = array?.firstChild ?? null; child; child = child.nextSibling) children.push(child)

  return children.filter(({ name }) => !['[', ']', ',', '⚠'].includes(name))
}

function memberOf(state: EditorState, object: SyntaxNode | null, name: string): SyntaxNode | undefined {
  return object?.getChildren('Property').findLast((property) => {
    const key = property.getChild('PropertyName')

    return key !== null && parseJson(state.sliceDoc(key.from, key.to)) === name
  })
}
