import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './code-editor.tsx'
import { Skeleton } from '../layout/page.tsx'

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }))

/** An editor for JSON, loaded on first use. */
export function JsonEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}
