import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { autocompletion } from '@codemirror/autocomplete'
import { graphql, updateSchema } from 'cm6-graphql'
import {
  buildClientSchema,
  getIntrospectionQuery,
  Kind,
  parse,
  printSchema,
  type GraphQLSchema,
} from 'graphql'
import { Download, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { saveFile } from '../../lib/dropped-files.ts'
import { isObject, parseJson } from '../../lib/parse-json.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { RequestKinds } from '../../parts/request-preview.tsx'
import { SentResponse, useSending } from '../../parts/response.tsx'
import { administrator, sendOrThrow } from '../../service/service-client.ts'
import { useEditor, type EditedText } from '../../ui/editor/use-editor.ts'
import { SenderSelect } from '../../parts/sandbox/setting-selects.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/field.tsx'
import { JsonEditor } from '../../ui/editor/json-editor.tsx'
import { Page } from '../../ui/layout/page.tsx'

const graphqlPath = '/api/graphql/preview/v1'

/** The introspection of the schema as text, which is equal as long as the schema is. */
const introspectionQuery = {
  queryKey: ['introspection'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const json = { query: getIntrospectionQuery() }

    return (await sendOrThrow({ method: 'POST', path: graphqlPath, json, signal })).text
  },
}

/** Writes GraphQL queries with the help of the schema, and sends them as a user of one's choice. */
export function GraphqlPage() {
  const introspection = useQuery(introspectionQuery)

  return (
    <QueryResult query={introspection} rows={10}>
      {(text) => <Workbench introspection={text} />}
    </QueryResult>
  )
}

function Workbench({ introspection }: { introspection: string }) {
  const schema = useMemo(() => schemaOf(introspection), [introspection])
  const request = useOperation(schema)
  const { query, variables, as, set, operations, operation, choose, canRun, sending } = request

  return (
    <Page
      actions={
        <>
          <RequestKinds />
          <Button
            Icon={Download}
            title="Download the schema"
            onClick={() => saveFile('schema.graphql', printSchema(schema))}
          >
            Schema
          </Button>
          {operations.length > 1 && (
            <Select<string>
              aria-label="Operation"
              value={operation ?? ''}
              options={operations}
              choose={choose}
            />
          )}
          <SubmitButton
            label="Run"
            Icon={Play}
            pending="Running…"
            isPending={sending.isPending}
            isDisabled={!canRun}
            run={() => sending.mutate()}
          />
          <SenderSelect value={as} choose={(as) => set({ as })} />
        </>
      }
    >
      <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-2 lg:overflow-hidden">
        <div className="flex flex-col gap-3 border-line p-3 max-lg:border-b lg:min-h-0 lg:border-r">
          <section aria-label="Query" className="flex h-80 flex-col lg:h-auto lg:min-h-0 lg:flex-1">
            <QueryEditor label="Query" schema={schema} value={query} change={(query) => set({ query })} />
          </section>
          <section aria-label="Variables" className="flex h-60 shrink-0 flex-col gap-1">
            <h2 className="font-medium">Variables</h2>
            <JsonEditor label="Variables" value={variables} change={(text) => set({ variables: text })} />
          </section>
        </div>
        <section aria-label="Result" className="p-3 max-lg:min-h-40 lg:min-h-0 lg:overflow-auto">
          <SentResponse sending={sending} hint="Run the query to see its result." hidesHeaders />
        </section>
      </div>
    </Page>
  )
}

/** The operation in the page's address, and the functions that change and send it. */
function useOperation(schema: GraphQLSchema) {
  const search = useSearch({ from: '/requests/graphql' })
  const { query = exampleFor(schema), variables = '{}', as = administrator } = search
  const navigate = useNavigate({ from: '/requests/graphql' })
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const operations = operationsOf(query)
  const [chosen, choose] = useState<string>()
  const operation = operations.find((name) => name === chosen) ?? operations[0]
  const values = parseJson(variables)
  const json = { query, variables: values, operationName: operation }
  const sending = useSending({ method: 'POST', path: graphqlPath, json, persona: as })

  return { query, variables, as, set, operations, operation, choose, canRun: isObject(values), sending }
}

/** CodeMirror for GraphQL: completes and checks by the schema. */
function QueryEditor({ schema, ...text }: EditedText & { readonly schema: GraphQLSchema }) {
  const { box, view } = useEditor(text, () => [graphql(schema), autocompletion({ icons: false })])

  useEffect(() => {
    if (view.current) updateSchema(view.current, schema)
  }, [schema, view])

  return <div ref={box} className="min-h-0 flex-1 overflow-auto rounded border border-line-strong" />
}

/** @throws when the introspection exceeds a limit of the sandbox */
function schemaOf(introspection: string): GraphQLSchema {
  const { data, errors } = JSON.parse(introspection) // as specified by GraphQL

  if (!data) throw new Error(`The schema can’t be read: ${errors?.[0]?.message}`)

  return buildClientSchema(data)
}

/** A first query for a schema: a page of assets, or else of another definition. */
function exampleFor(schema: GraphQLSchema): string {
  const lists = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name.startsWith('all'))
  const list = lists.find((name) => name === 'allM_Asset') ?? lists[0]

  return `# Ctrl+Space completes a name.
{
  ${list}(first: 5) {
    total
    pageInfo { hasNext endCursor }
    results { id createdOn }
  }
}`
}

/** The names of a document's operations; none if it is not valid. */
function operationsOf(query: string): string[] {
  try {
    return parse(query).definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? (node.name?.value ?? []) : [],
    )
  } catch {
    // The editor shows the error.
    return []
  }
}
