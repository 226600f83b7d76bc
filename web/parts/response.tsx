import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../lib/dropped-files.ts'
import { formatBytes, formatDuration } from '../lib/format.ts'
import { send, sendOrThrow, type OutgoingRequest, type RawResponse } from '../service/service-client.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { JsonText } from '../ui/editor/json-text.tsx'
import { showFailure } from '../ui/feedback/toasts.tsx'
import { FailureNotice } from './query-result.tsx'
import { StatusBadge } from './badges.tsx'

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
