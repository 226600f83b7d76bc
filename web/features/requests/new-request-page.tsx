import { useQuery, queryOptions } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { parseJson } from '../../lib/parse-json.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import {
  bodyOfExample,
  RequestKinds,
  RequestPreview,
  useAssetIds,
  useExamples,
  withExistingId,
  type Example,
} from '../../parts/request-preview.tsx'
import { MethodBadge } from '../../parts/badges.tsx'
import { SentResponse, useSending } from '../../parts/response.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { SenderSelect } from '../../parts/sandbox/setting-selects.tsx'
import { Select, TextField, Form, SearchField } from '../../ui/controls/field.tsx'
import { useTypedText } from '../../ui/controls/field.tsx'
import { JsonEditor } from '../../ui/editor/json-editor.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { JsonText } from '../../ui/editor/json-text.tsx'
import { administrator, sendOrThrow } from '../../service/service-client.ts'

/** Every operation of the contract, to read, fill in and send as a user of one's choice; and any other request. */
export function NewRequestPage() {
  const { method, path, setPath, body, hasBody, as, set, open, sending } = useNewRequest()
  const parsed = parseJson(body)
  const operations = useQuery(operationsQuery)

  return (
    <Page actions={<RequestKinds />}>
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
          change={setPath}
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
        <RequestList operations={operations.data ?? []} open={open} />
        <div className="flex flex-col gap-3 border-line p-3 max-lg:border-b lg:min-h-0 lg:overflow-auto lg:border-r">
          {hasBody && (
            <section aria-label="Body" className="flex h-60 shrink-0 flex-col gap-1 lg:h-80">
              <h2 className="font-medium">Body</h2>
              <JsonEditor label="Body" value={body} change={(text) => set({ body: text || undefined })} />
            </section>
          )}
          <RequestPreview
            requests={[
              { method, path, persona: as, ...(hasBody && parsed !== undefined ? { json: parsed } : {}) },
            ]}
          />
          <QueryResult query={operations} rows={8}>
            {(all) => <OperationDocs operation={all.find((each) => each.matches(method, path))} />}
          </QueryResult>
        </div>
        <section aria-label="Response" className="p-3 lg:min-h-0 lg:overflow-auto">
          <h2 className="mb-2 font-medium">Response</h2>
          <SentResponse sending={sending} hint="Send the request to see the response." />
        </section>
      </div>
    </Page>
  )
}

/** The request in the page's address, and the functions that change and send it. */
function useNewRequest() {
  const search = useSearch({ from: '/requests/new' })
  const { method = 'GET', body = '', as = administrator } = search
  const navigate = useNavigate({ from: '/requests/new' })
  const [isBodyOpen, setBodyOpen] = useState(body !== '')
  const hasBody = !['GET', 'HEAD'].includes(method) && (isBodyOpen || body !== '' || method !== 'DELETE')
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const [isPathEmptied, setPathEmptied] = useState(false)
  const [path, setPath] = useTypedText(search.path ?? (isPathEmptied ? '' : '/api/entities/1000'), (path) => {
    // The address omits an empty path, as it does the initial one.
    if (path === '') setPathEmptied(true)
    set({ path })
  })
  const sending = useSending({ method, path, persona: as, ...(hasBody && body ? { body } : {}) })

  const open = (example: Example) => {
    const body = bodyOfExample(example)

    sending.reset()
    setBodyOpen(body !== undefined)
    void navigate({ search: { method: example.method, path: example.path, body, as: search.as } })
  }

  return { method, path, setPath, body, hasBody, as, set, open, sending }
}

interface RequestListProps {
  readonly operations: readonly DocumentedOperation[]
  readonly open: (request: Example) => void
}

/** The operations of the contract by resource, and examples; a filter finds them by title and path. */
function RequestList({ operations, open }: RequestListProps) {
  const [filter, setFilter] = useState('')
  const examples = useExamples()
  const ids = useAssetIds()
  const words = filter.toLowerCase().split(/\s+/)
  const isShown = ({ title, method, path }: Example) =>
    words.every((word) => `${method} ${path} ${title}`.toLowerCase().includes(word))
  const groups = [...new Set(operations.map(({ group }) => group))].map((group) => ({
    group,
    requests: operations
      .filter((each) => each.group === group)
      .map(({ request }) => ({ ...request, path: withExistingId(request.path, ids) })),
  }))
  const lists = { Examples: examples, Operations: groups }

  return (
    <div className="flex flex-col gap-2 border-line p-2 max-lg:h-70 max-lg:border-b lg:min-h-0 lg:border-r">
      <SearchField
        aria-label="Filter operations"
        placeholder="copy, entities, DELETE"
        value={filter}
        change={setFilter}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {Object.entries(lists).map(([name, list]) => (
          <nav key={name} aria-label={name}>
            <h2 className="px-2 pt-2 font-medium">{name}</h2>
            {list.map(({ group, requests }) => (
              <RequestGroup
                key={group}
                title={group}
                requests={requests.filter(isShown)}
                isExpanded={filter !== ''}
                open={open}
              />
            ))}
          </nav>
        ))}
      </div>
    </div>
  )
}

interface RequestGroupProps extends Pick<RequestListProps, 'open'> {
  readonly title: string
  readonly requests: readonly Example[]
  /** Whether it is expanded at first. */
  readonly isExpanded: boolean
}

function RequestGroup({ title, requests, isExpanded, open }: RequestGroupProps) {
  if (requests.length === 0) return null

  return (
    <details open={isExpanded} className="px-2 py-1">
      <summary className="cursor-pointer text-sm text-muted">{title}</summary>
      {requests.map((request) => (
        <button
          key={`${request.method} ${request.path} ${request.title}`}
          type="button"
          className="block min-h-6 w-full rounded px-2 py-0.5 text-left hover:bg-sunken"
          title={`${request.method} ${request.path}`}
          onClick={() => open(request)}
        >
          <MethodBadge method={request.method} /> {request.title}
        </button>
      ))}
    </details>
  )
}

/** What the contract says of an operation: its purpose, its parameters, and the schemas of its bodies. */
function OperationDocs({ operation }: { operation: DocumentedOperation | undefined }) {
  if (!operation) return null

  const { description, parameters, requestBody, responses } = operation
  const bodies = Object.entries({ ...(requestBody.content && { 'Request body': requestBody }), ...responses })

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
      {bodies.map(([status, { description, content = {} }]) => (
        <details key={status} className="text-sm">
          <summary>
            <span className="font-medium">{status}</span> <WithCode text={description} />
          </summary>
          {Object.entries(content).map(([type, { schema }]) => (
            <JsonText key={type} text={JSON.stringify(schema)} />
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

/** The members of an operation that the page shows. */
interface Operation {
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

/** An operation, and a request for it. */
interface DocumentedOperation extends Required<Operation> {
  /** Its first tag. */
  readonly group: string
  readonly request: Example
  /** Whether a request is one of this operation. */
  readonly matches: (method: string, path: string) => boolean
}

const operationsQuery = queryOptions({
  queryKey: ['contract'],
  queryFn: async ({ signal }) => {
    const { text } = await sendOrThrow({ method: 'GET', path: '/__sandbox/openapi.json', signal })
    const { paths, components, tags } = JSON.parse(text) // generated by the service itself
    const resolved = <T extends Part>(part: T): T => {
      const [kind = '', name = ''] = part.$ref?.split('/').slice(2) ?? []

      return components[kind]?.[name] ?? part
    }
    const resolvedBody = (part: Body): Body => {
      const body = resolved(part)
      const content = Object.entries(body.content ?? {}).map(
        ([type, { schema = {}, ...rest }]) => [type, { ...rest, schema: resolved(schema) }] as const,
      )

      return { ...body, content: Object.fromEntries(content) }
    }

    const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, item]) =>
      Object.entries(item)
        // HEAD is GET without the body.
        .filter(([method]) => method !== 'head')
        .map(([method, { parameters = [], requestBody = {}, responses, ...operation }]) =>
          documented(path, method.toUpperCase(), {
            ...operation,
            parameters: parameters.map(resolved),
            requestBody: resolvedBody(requestBody),
            responses: Object.fromEntries(
              Object.entries(responses).map(([status, reply]) => [status, resolvedBody(reply)]),
            ),
          }),
        ),
    )
    const groups: string[] = tags.map(({ name }: { name: string }) => name)

    return operations.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  },
})

function documented(path: string, method: string, operation: Required<Operation>): DocumentedOperation {
  const { content } = operation.requestBody
  // Without an example, the least that a body can be.
  const body = content?.['application/json'] && (content['application/json'].example ?? {})
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (placeholder, parameter) =>
    String(operation.parameters.find(({ name }) => name === parameter)?.example ?? placeholder),
  )
  const pattern = new RegExp(
    `^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`,
  )

  return {
    ...operation,
    group: operation.tags[0] ?? '',
    request: { title: operation.summary, method, path: filledPath, ...(body ? { body } : {}) },
    matches: (sent, sentPath) => sent === method && pattern.test(sentPath),
  }
}
