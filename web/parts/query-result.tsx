import type { ComponentProps, ReactNode } from 'react'
import { List, Skeleton } from '../ui/layout/page.tsx'
import { CircleAlert } from 'lucide-react'
import { linkTo, linkToRequest } from '../lib/page-addresses.ts'
import { RequestFailed, type OutgoingRequest } from '../service/service-client.ts'
import { Button, LinkButton } from '../ui/controls/button.tsx'

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
    <div role="alert" className="card m-3 flex flex-wrap items-start gap-3 border-red bg-red-soft p-3">
      <CircleAlert size={16} className="mt-px shrink-0 text-red" aria-hidden />
      <div className="min-w-50 flex-1 wrap-anywhere">
        <p className="font-medium">
          {failure
            ? `${failure.request.method} ${failure.request.path.split('?')[0]}`
            : 'Something went wrong'}
          {failure && failure.status > 0 && <span className="text-muted"> · {failure.status}</span>}
        </p>
        <p>{error instanceof Error ? error.message : String(error)}</p>
      </div>
      {failure && failure.status > 0 && (
        <LinkButton {...linkToRequest(failure.request.method, failure.request.path, bodyOf(failure.request))}>
          Open as a request
        </LinkButton>
      )}
      {failure?.entity && <LinkButton {...linkTo(failure.entity)}>Entity {failure.entity}</LinkButton>}
      {retry && <Button onClick={retry}>Retry</Button>}
    </div>
  )
}

/** The body of a request as text, which the typed client passes as such. */
function bodyOf({ json, body }: OutgoingRequest): string | undefined {
  if (json !== undefined) return JSON.stringify(json, undefined, 2)

  return typeof body === 'string' ? body : undefined
}
