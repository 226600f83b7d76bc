import { lazy, Suspense } from 'react'
import { Skeleton } from './notice.tsx'

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }))

interface JsonEditorProps {
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
}

/** An editor for JSON, loaded when it is needed. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <CodeEditor {...props} />
    </Suspense>
  )
}
