import { CircleAlert } from 'lucide-react'
import { RequestFailed } from '../service/client.ts'
import { Skeleton } from '../ui/feedback/notice.tsx'
import { Button, LinkButton } from '../ui/controls/button.tsx'

/** What went wrong, and how to try again. */
export function FailureNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const failed = error instanceof RequestFailed ? error : undefined

  return (
    <div role="alert" className="m-3 flex items-start gap-3 rounded border border-red bg-red-soft p-3">
      <CircleAlert size={16} className="mt-px shrink-0 text-red" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {failed ? `${failed.sent.method} ${failed.sent.path.split('?')[0]}` : 'Something went wrong'}
          {failed && failed.status > 0 && <span className="text-muted"> · {failed.status}</span>}
        </p>
        <p className="break-words">{error instanceof Error ? error.message : String(error)}</p>
      </div>
      {failed && failed.status > 0 && (
        <LinkButton
          to="/explore"
          search={{
            method: failed.sent.method,
            path: failed.sent.path,
            ...(failed.sent.body === undefined
              ? {}
              : { body: JSON.stringify(failed.sent.body, undefined, 2) }),
          }}
        >
          Look into it
        </LinkButton>
      )}
      {retry && <Button onClick={retry}>Retry</Button>}
    </div>
  )
}

interface AwaitedProps {
  readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown }
  readonly rows?: number
}

/** In the place of what a query has not brought yet: bars, or why it did not. */
export function Awaited({ query: { data, error, refetch }, rows = 6 }: AwaitedProps) {
  if (data !== undefined) return null

  return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Skeleton rows={rows} />
}
