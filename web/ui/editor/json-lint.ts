import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { parseJson, type Json, type JsonProblem } from '../../lib/json.ts'

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

/** Marks the problems that `check` finds. Invalid JSON is marked by another linter, the parser's. */
export function jsonLint(
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
  return childrenOf(array).filter(({ name }) => !['[', ']', ',', '⚠'].includes(name))
}

function memberOf(state: EditorState, object: SyntaxNode | null, name: string): SyntaxNode | undefined {
  return childrenOf(object).findLast((child) => {
    const key = child.getChild('PropertyName')

    return key !== null && parseJson(state.sliceDoc(key.from, key.to)) === name
  })
}

function childrenOf(node: SyntaxNode | null): SyntaxNode[] {
  const children: SyntaxNode[] = []

  for (let child = node?.firstChild ?? null; child; child = child.nextSibling) children.push(child)

  return children
}
