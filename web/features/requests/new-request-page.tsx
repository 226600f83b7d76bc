import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { textOrJson } from '../../lib/format.ts'
import { isGraphql, newGraphqlBody } from '../../lib/graphql-body.ts'
import { keptBody, typedPath } from '../../lib/page-addresses.ts'
import { isObject, parseJson, type Json } from '../../lib/parse-json.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { MethodBadge } from '../../parts/badges.tsx'
import { SentResponse, useSending } from '../../parts/response.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { SenderSelect } from '../../parts/sandbox/setting-selects.tsx'
import { Field, Form, SearchField, Select, TextField, useTypedText } from '../../ui/controls/field.tsx'
import { JsonEditor } from '../../ui/editor/json-editor.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { JsonText } from '../../ui/editor/json-text.tsx'
import { administrator, getQuery, sendOrThrow } from '../../service/service-client.ts'

/**
 * Every operation of the contract, to read, fill in and send as a user of one's choice; and any other request. The query of
 * a GraphQL request, a member of its body, has a field of its own.
 */
export function NewRequestPage() {
  const request = useNewRequest()
  const { method, as, path, setPath, body, sentBody, hasBody, shownQuery, typeQuery, set, sending } = request
  const parsed = parseJson(sentBody)
  const operations = useQuery(operationsQuery)

  return (
    <Page>
      <Form
        className="flex flex-wrap items-center gap-2 border-b border-line p-2"
        submit={() => sending.mutate()}
      >
        <Select<string>
          aria-label="Method"
          className="font-mono"
          value={method}
          options={['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']}
          choose={(method) => set({ method })}
        />
        <TextField
          aria-label="Path"
          className="min-w-60 flex-1 font-mono"
          spellCheck={false}
          autoComplete="off"
          value={path}
          change={(text) => setPath(typedPath(text))}
        />
        <SubmitButton
          label="Send"
          Icon={Send}
          pending="Sending…"
          isPending={sending.isPending}
          run={() => sending.mutate()}
        />
        <SenderSelect value={as} choose={(as) => set({ as })} />
      </Form>
      <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-[260px_minmax(0,1fr)_minmax(0,1fr)] lg:overflow-hidden">
        <OperationList operations={operations.data ?? []} open={request.open} />
        <div className="flex flex-col gap-3 border-line p-3 max-lg:border-b lg:min-h-0 lg:overflow-auto lg:border-r">
          {shownQuery !== undefined && (
            <Field label="GraphQL query">
              <textarea
                rows={10}
                className="field font-mono text-sm"
                spellCheck={false}
                value={shownQuery}
                onChange={({ target }) => typeQuery(target.value)}
              />
            </Field>
          )}
          {hasBody && (
            <section aria-label="Body" className="flex h-60 shrink-0 flex-col gap-1 lg:h-80">
              <h2 className="font-medium">Body</h2>
              <JsonEditor label="Body" value={body} change={(body) => set({ body })} />
            </section>
          )}
          <RequestPreview
            requests={[
              { method, path, persona: as, ...(hasBody && parsed !== undefined ? { json: parsed } : {}) },
            ]}
          />
          <QueryResult query={operations} rows={8}>
            {(all) => {
              const operation = all.find((each) => each.method === method && each.pattern.test(path))

              return operation && <OperationDocs {...operation} />
            }}
          </QueryResult>
        </div>
        <ResponseSection sending={sending} />
      </div>
    </Page>
  )
}

/** The response, scrolled into view when it arrives: on a narrow page it is far below the button. */
function ResponseSection({ sending }: { sending: ReturnType<typeof useSending> }) {
  const section = useRef<HTMLElement>(null)
  const outcome = sending.data ?? sending.error

  useEffect(() => {
    if (outcome) section.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])

  return (
    <section ref={section} aria-label="Response" className="p-3 lg:min-h-0 lg:overflow-auto">
      <h2 className="mb-2 font-medium">Response</h2>
      <SentResponse sending={sending} />
    </section>
  )
}

/** The request in the page's address (its body, if it is long, in the entry of the history), and the functions that change and send it. */
function useNewRequest() {
  const search = useSearch({ from: '/requests/new' })
  const { state } = useLocation()
  const { method = 'GET', body = state.body ?? '', as = administrator } = search
  const navigate = useNavigate({ from: '/requests/new' })
  const [isBodyOpen, setBodyOpen] = useState(body !== '')
  const hasBody = !['GET', 'HEAD'].includes(method) && (isBodyOpen || body !== '' || method !== 'DELETE')
  const set = (change: Partial<typeof search>, replace = true) => {
    const kept = 'body' in change ? keptBody(change.body) : undefined

    void navigate({
      search: (before) => ({ ...before, ...change, ...kept?.search }),
      state: kept?.state ?? true,
      replace,
    })
  }
  const [isPathEmptied, setPathEmptied] = useState(false)
  const [path, setPath] = useTypedText(search.path ?? (isPathEmptied ? '' : '/api/entities/1000'), (path) => {
    // The address omits an empty path, as it does the initial one.
    if (path === '') setPathEmptied(true)
    set({ path })
  })
  const json = isGraphql(path) ? parseJson(body) : undefined
  const [query, typeQuery] = useTypedText(isObject(json) ? textOrJson(json['query'] ?? '') : '', (query) =>
    set({ body: withQuery(json, query) }),
  )
  // Also what was typed a moment ago.
  const sentBody = (query && withQuery(json, query)) || body
  const sending = useSending({
    method,
    path,
    persona: as,
    ...(hasBody && sentBody ? { body: sentBody } : {}),
  })

  const open = ({ method, examplePath: path, exampleBody: body }: Operation) => {
    sending.reset()
    setBodyOpen(body !== undefined)
    set({ method, path, body: isGraphql(path) ? newGraphqlBody() : body }, false)
  }

  // Undefined for other requests, and while the body is not valid.
  const shownQuery = isObject(json) ? query : undefined

  return { method, as, path, setPath, body, sentBody, hasBody, shownQuery, typeQuery, set, open, sending }
}

/** The body of a GraphQL request with another query; undefined if it is not one. */
function withQuery(body: Json | undefined, query: string): string | undefined {
  return isObject(body) ? JSON.stringify({ ...body, query }, undefined, 2) : undefined
}

interface OperationListProps {
  readonly operations: readonly Operation[]
  readonly open: (operation: Operation) => void
}

/** The operations of the contract by resource; a filter finds them by title and path. */
function OperationList({ operations, open }: OperationListProps) {
  const [filter, setFilter] = useState('')
  const query = { definition: 'M.Asset', sort: 'id', order: 'asc', take: 1 } as const
  const { id = 1000 } = useQuery(getQuery('/__sandbox/entities', { query })).data?.items[0] ?? {}
  const words = filter.toLowerCase().split(/\s+/)
  const found = operations.filter(({ method, path, summary }) =>
    words.every((word) => `${method} ${path} ${summary}`.toLowerCase().includes(word)),
  )

  return (
    <div className="flex flex-col gap-2 border-line p-2 max-lg:h-70 max-lg:border-b lg:min-h-0 lg:border-r">
      <SearchField
        aria-label="Filter operations"
        placeholder="copy, entities, DELETE"
        value={filter}
        change={setFilter}
      />
      <nav aria-label="Operations" className="min-h-0 flex-1 overflow-y-auto">
        {[...new Set(found.map(({ group }) => group))].map((group) => (
          <details key={group} open={filter !== ''} className="px-2 py-1">
            <summary className="cursor-pointer text-sm text-muted">{group}</summary>
            {found
              .filter((each) => each.group === group)
              .map((operation) => (
                <button
                  key={`${operation.method} ${operation.path}`}
                  type="button"
                  className="block min-h-6 w-full rounded px-2 py-0.5 text-left hover:bg-sunken"
                  // The first asset of the built-in data may have been deleted.
                  onClick={() =>
                    open({ ...operation, examplePath: operation.examplePath.replace(/\b1000\b/, String(id)) })
                  }
                >
                  <MethodBadge method={operation.method} /> {operation.summary}
                  <code className="block text-xs wrap-anywhere text-muted">{operation.path}</code>
                </button>
              ))}
          </details>
        ))}
      </nav>
    </div>
  )
}

/** What the contract says of an operation: its purpose, its parameters, and the schemas of its bodies. */
function OperationDocs({ description, parameters, bodies }: Operation) {
  return (
    <section aria-label="Operation" className="flex flex-col gap-2">
      <h2 className="font-medium">Operation</h2>
      <p className="whitespace-pre-line">
        <WithCode text={description} />
      </p>
      {parameters.map(({ name, in: place, description }) => (
        <p key={`${name} ${place}`} className="text-sm">
          <code>{name}</code> <span className="text-muted">in the {place}:</span>{' '}
          <WithCode text={description} />
        </p>
      ))}
      {bodies.map(({ name, description, schemas }) => (
        <details key={name} className="text-sm">
          <summary>
            <span className="font-medium">{name}</span> <WithCode text={description} />
          </summary>
          {schemas.map((schema, index) => (
            <JsonText key={index} text={JSON.stringify(schema)} />
          ))}
        </details>
      ))}
    </section>
  )
}

/** A text of the contract, in which backticks mark code. */
function WithCode({ text = '' }: { text: string | undefined }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}

/** A part of the contract, which may be a reference to it: `#/components/schemas/Entity`. */
interface Part {
  readonly $ref?: string
  readonly description?: string
}

interface Parameter extends Part {
  readonly name: string
  readonly in: string
  readonly example?: string | number
}

interface Body extends Part {
  readonly content?: Readonly<Record<string, { readonly schema?: Part; readonly example?: unknown }>>
}

/** The members of an operation in the contract that the page reads. */
interface ContractOperation {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

type Operation = Awaited<ReturnType<typeof readOperations>>[number]

const operationsQuery = queryOptions({
  queryKey: ['contract'],
  queryFn: ({ signal }) => readOperations(signal),
})

/** The operations of the contract in the order of their resources, each with a request for it. */
async function readOperations(signal: AbortSignal) {
  const { text } = await sendOrThrow({ method: 'GET', path: '/__sandbox/openapi.json', signal })
  const { paths, components, tags } = JSON.parse(text) // generated by the service itself
  const groups: string[] = tags.map(({ name }: { name: string }) => name)
  const resolved = <T extends Part>(part: T): T => {
    const [kind = '', name = ''] = part.$ref?.split('/').slice(2) ?? []

    return components[kind]?.[name] ?? part
  }
  const operations = Object.entries<Record<string, ContractOperation>>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { summary, description, tags, requestBody, responses } = operation
      const parameters = operation.parameters?.map(resolved) ?? []
      const json = requestBody && resolved(requestBody).content?.['application/json']
      const exampleOf = (parameter: string) => parameters.find(({ name }) => name === parameter)?.example
      const bodies = Object.entries({ ...(requestBody && { 'Request body': requestBody }), ...responses })

      return {
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(
          `^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`,
        ),
        summary,
        description,
        group: tags[0] ?? '',
        parameters,
        /** Of the request and of the replies by status, each with the schemas of its content. */
        bodies: bodies.map(([name, body]) => {
          const { description, content = {} } = resolved(body)

          return {
            name,
            description,
            schemas: Object.values(content).map(({ schema = {} }) => resolved(schema)),
          }
        }),
        examplePath: path.replaceAll(/\{(\w+)\}/g, (placeholder, name) =>
          String(exampleOf(name) ?? placeholder),
        ),
        // Without an example, the least that a body can be.
        exampleBody: json && JSON.stringify(json.example ?? {}, undefined, 2),
      }
    }),
  )

  return (
    operations
      // HEAD is GET without the body.
      .filter(({ method }) => method !== 'HEAD')
      .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  )
}
