import type { ComponentProps, ReactNode } from 'react'
import { List, Skeleton } from '../ui/layout/page.tsx'
import { CircleAlert } from 'lucide-react'
import {
  RequestFailed,
  type OutgoingRequest,
  send,
  sendOrThrow,
  type RawResponse,
} from '../service/service-client.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../lib/dropped-files.ts'
import { formatBytes, formatDuration } from '../lib/format.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { JsonText } from '../ui/editor/json-text.tsx'
import { showFailure } from '../ui/feedback/toasts.tsx'
import { StatusBadge } from './badges.tsx'

interface QueryResultProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly rows?: number
  /** Renders the data. */
  readonly children?: (data: Data) => ReactNode
}

/** The result of a query; before it has loaded, placeholder bars, and if it failed, the error. */
export function QueryResult<Data>({
  query: { data, error, refetch },
  rows = 6,
  children,
}: QueryResultProps<Data>) {
  if (data !== undefined) return children?.(data)

  return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Skeleton rows={rows} />
}

interface QueryListProps<Item> extends Omit<ComponentProps<typeof List>, 'children'> {
  readonly query: QueryResultProps<{ readonly items: readonly Item[] }>['query']
  readonly children: (item: Item) => ReactNode
}

/** The items of a query's result, as the list in a card. */
export function QueryList<Item>({ query, children, ...list }: QueryListProps<Item>) {
  return (
    <QueryResult query={query} rows={3}>
      {({ items }) => <List {...list}>{items.map(children)}</List>}
    </QueryResult>
  )
}

/** An error message, with a button to try again. */
export function FailureNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const failure = error instanceof RequestFailed ? error : undefined

  return (
    <div role="alert" className="m-3 flex items-start gap-3 rounded border border-red bg-red-soft p-3">
      <CircleAlert size={16} className="mt-px shrink-0 text-red" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {failure
            ? `${failure.request.method} ${failure.request.path.split('?')[0]}`
            : 'Something went wrong'}
          {failure && failure.status > 0 && <span className="text-muted"> · {failure.status}</span>}
        </p>
        <p className="break-words">{error instanceof Error ? error.message : String(error)}</p>
      </div>
      {failure && failure.status > 0 && (
        <LinkButton
          to="/requests/new"
          search={{
            method: failure.request.method,
            path: failure.request.path,
            ...bodyOfRequest(failure.request),
          }}
        >
          Open as a request
        </LinkButton>
      )}
      {retry && <Button onClick={retry}>Retry</Button>}
    </div>
  )
}

/** The body of a request as text, which the typed client passes as such. */
function bodyOfRequest({ json, body }: OutgoingRequest): { body?: string } {
  if (json !== undefined) return { body: JSON.stringify(json, undefined, 2) }

  return typeof body === 'string' ? { body } : {}
}

/** The headers of a request or a response, below its first line if `first` is passed. */
export function HeaderLines(props: {
  headers: Iterable<readonly [name: string, value: string]>
  first?: string
}) {
  return (
    <div className="code empty:hidden">
      {props.first && <p>{props.first}</p>}
      {Array.from(props.headers, ([name, value]) => (
        <p key={name} className="wrap-anywhere">
          <span className="text-muted">{name}:</span> {value}
        </p>
      ))}
    </div>
  )
}

/** The status, headers and body of a response, the body indented. */
export function ResponseJson({ response }: { response: RawResponse }) {
  return (
    <div className="flex flex-col gap-3 p-3">
      <HeaderLines
        first={`${response.request.method} ${response.request.path} → ${response.status} ${response.statusText}`}
        headers={response.headers}
      />
      <div className="relative">
        <div className="absolute top-2 right-2">
          <CopyButton text={response.text} label="JSON" />
        </div>
        <JsonText text={response.text} />
      </div>
    </div>
  )
}

/** Sends a request that the user has written; faults affect it, unlike the console's own. */
export function useSending(request: OutgoingRequest) {
  return useMutation({
    mutationFn: () => send({ ...request, headers: { 'X-Sandbox-Source': 'explorer' }, cache: 'no-store' }),
  })
}

/** The response to the request that was sent, or why there is none. */
export function SentResponse({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { data, error, isIdle } = sending

  return (
    <>
      {error && <FailureNotice error={error} />}
      {data && (
        <div className="flex flex-col gap-2" role="status">
          <p className="flex flex-wrap items-center gap-3">
            <StatusBadge status={data.status} />
            <span>{data.statusText}</span>
            <span className="text-muted">{formatDuration(data.durationMs)}</span>
            <span className="text-muted">{formatBytes(new TextEncoder().encode(data.text).length)}</span>
          </p>
          <HeaderLines headers={data.headers} />
          {data.text ? <JsonText text={data.text} /> : <p className="text-muted">No body.</p>}
        </div>
      )}
      {isIdle && <p className="text-muted">Send the request to see the response.</p>}
    </>
  )
}

/** Downloads the recorded requests. */
export function saveJournal(): void {
  saveResponse('/__sandbox/journal/har', 'sandbox.har')
}

/** Downloads the response to a GET as a file. */
export function saveResponse(path: string, fileName: string): void {
  sendOrThrow({ method: 'GET', path }).then(({ text }) => saveFile(fileName, text), showFailure)
}
