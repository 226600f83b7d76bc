import { autocompletion } from '@codemirror/autocomplete'
import { graphql, updateSchema } from 'cm6-graphql'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useRef } from 'react'
import { useEditor, type EditedText } from '../../ui/editor/use-editor.ts'

interface QueryEditorProps extends EditedText {
  readonly schema: GraphQLSchema
  /** Shows the documentation of a type. */
  readonly showType: (name: string) => void
}

/** CodeMirror for GraphQL: completes and checks by the schema; Ctrl+click on a field shows its type. */
export function QueryEditor(props: QueryEditorProps) {
  const { schema, showType } = props
  const show = useRef(showType)
  const { box, view } = useEditor(props, () => [
    graphql(schema, {
      onShowInDocs: (_, type, parentType) => show.current((type ?? parentType ?? '').replaceAll(/\W/g, '')),
    }),
    autocompletion({ icons: false }),
  ])

  useEffect(() => {
    show.current = showType
  })

  useEffect(() => {
    if (view.current) updateSchema(view.current, schema)
  }, [schema, view])

  return <div ref={box} className="min-h-0 flex-1 overflow-auto rounded border border-line-strong" />
}
