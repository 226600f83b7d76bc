import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch, Link } from '@tanstack/react-router'
import { autocompletion } from '@codemirror/autocomplete'
import { graphql, updateSchema } from 'cm6-graphql'
import {
  buildClientSchema,
  getIntrospectionQuery,
  Kind,
  parse,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLType,
} from 'graphql'
import { Play } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isObject, parseJson } from '../../lib/parse-json.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { RequestKinds } from '../../parts/request-preview.tsx'
import { SentResponse, useSending } from '../../parts/response.tsx'
import { administrator, sendOrThrow } from '../../service/service-client.ts'
import { useEditor, type EditedText } from '../../ui/editor/use-editor.ts'
import { SenderSelect } from '../../parts/sandbox/setting-selects.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Select, SearchField } from '../../ui/controls/field.tsx'
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
  const {
    query,
    variables,
    docs = 'Query',
    as,
    set,
    operations,
    operation,
    choose,
    canRun,
    sending,
  } = request

  return (
    <Page
      actions={
        <>
          <RequestKinds />
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
      <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_300px] lg:overflow-hidden">
        <div className="flex flex-col gap-3 border-line p-3 max-lg:border-b lg:min-h-0 lg:border-r">
          <section aria-label="Query" className="flex h-80 flex-col lg:h-auto lg:min-h-0 lg:flex-1">
            <QueryEditor
              label="Query"
              schema={schema}
              value={query}
              change={(text) => set({ query: text })}
              showType={(name) => set({ docs: name })}
            />
          </section>
          <section aria-label="Variables" className="flex h-60 shrink-0 flex-col gap-1">
            <h2 className="font-medium">Variables</h2>
            <JsonEditor label="Variables" value={variables} change={(text) => set({ variables: text })} />
          </section>
        </div>
        <section aria-label="Result" className="p-3 max-lg:min-h-40 lg:min-h-0 lg:overflow-auto">
          <SentResponse sending={sending} hint="Run the query to see its result." hidesHeaders />
        </section>
        <section
          aria-label="Schema"
          className="flex max-h-120 flex-col gap-2 border-line p-3 max-lg:border-t lg:max-h-none lg:min-h-0 lg:border-l"
        >
          <SchemaDocs key={docs} schema={schema} name={docs} />
        </section>
      </div>
    </Page>
  )
}

/** The operation in the page's address, and the functions that change and send it. */
function useOperation(schema: GraphQLSchema) {
  const search = useSearch({ from: '/requests/graphql' })
  const { query = exampleFor(schema), variables = '{}', docs, as = administrator } = search
  const navigate = useNavigate({ from: '/requests/graphql' })
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: change.docs === undefined })
  const operations = operationsOf(query)
  const [chosen, choose] = useState<string>()
  const operation = operations.find((name) => name === chosen) ?? operations[0]
  const values = parseJson(variables)
  const json = { query, variables: values, operationName: operation }
  const sending = useSending({ method: 'POST', path: graphqlPath, json, persona: as })

  return { query, variables, docs, as, set, operations, operation, choose, canRun: isObject(values), sending }
}

interface QueryEditorProps extends EditedText {
  readonly schema: GraphQLSchema
  /** Shows the documentation of a type. */
  readonly showType: (name: string) => void
}

/** CodeMirror for GraphQL: completes and checks by the schema; Ctrl+click on a field shows its type. */
function QueryEditor(props: QueryEditorProps) {
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

  return `# Ctrl+Space completes a name; Ctrl+click on it shows its type.
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

interface Member {
  readonly name: string
  readonly description?: string | null | undefined
  readonly type?: GraphQLType
  readonly args?: readonly { readonly name: string; readonly type: GraphQLType }[]
}

/** The documentation of a type of the schema, with links to the types that it refers to. */
function SchemaDocs({ schema, name }: { schema: GraphQLSchema; name: string }) {
  const type = schema.getType(name) ?? schema.getQueryType()
  const [filter, setFilter] = useState('')

  if (!type) return null

  const members = membersOf(type).filter((member) => member.name.toLowerCase().includes(filter.toLowerCase()))
  const related = isAbstractType(type)
    ? schema.getPossibleTypes(type)
    : isObjectType(type)
      ? type.getInterfaces()
      : []

  return (
    <>
      <h2 className="text-lg break-words">{type.name}</h2>
      <p className="text-muted empty:hidden">{type.description}</p>
      {type !== schema.getQueryType() && <TypeLink type={schema.getQueryType()} label="All queries" />}
      {related.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {isAbstractType(type) ? 'Types:' : 'Implements:'}
          {related.map((each) => (
            <TypeLink key={each.name} type={each} />
          ))}
        </p>
      )}
      <SearchField aria-label="Filter members" placeholder="Filter" value={filter} change={setFilter} />
      <ul aria-label={`Members of ${type.name}`} className="min-h-0 flex-1 overflow-auto" tabIndex={0}>
        {members.map((member) => (
          <MemberItem key={member.name} {...member} />
        ))}
      </ul>
    </>
  )
}

function MemberItem({ name, type, args = [], description }: Member) {
  return (
    <li className="border-b border-line/60 py-1">
      <p className="font-mono text-sm break-words">
        {name}
        {type && ': '}
        {type && <TypeLink type={type} />}
      </p>
      {args.length > 0 && (
        <p className="pl-3 font-mono text-sm break-words text-muted">
          {args.map((argument) => (
            <span key={argument.name} className="mr-2 inline-block">
              {argument.name}: <TypeLink type={argument.type} />
            </span>
          ))}
        </p>
      )}
      <p className="text-sm text-muted empty:hidden">{description}</p>
    </li>
  )
}

function TypeLink({ type, label = String(type) }: { type: GraphQLType | null | undefined; label?: string }) {
  const docs = type ? getNamedType(type).name : undefined

  return (
    <Link
      from="/requests/graphql"
      to="/requests/graphql"
      search={(before) => ({ ...before, docs })}
      className="inline-block min-h-6"
    >
      {label}
    </Link>
  )
}

function membersOf(type: GraphQLNamedType): readonly Member[] {
  if (isEnumType(type)) return type.getValues()

  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values<Member>(type.getFields())
    : []
}
