import { absoluteServiceUrl } from '../lib/page-addresses.ts'
import { useState, type ReactNode } from 'react'
import { headersOf, type OutgoingRequest } from '../service/service-client.ts'
import { copyAs, codeFormats, sentUrl, type RequestToCopy } from '../lib/copy-as.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Select } from '../ui/controls/field.tsx'
import { JsonText } from '../ui/editor/json-text.tsx'

interface BesideRequestsProps {
  readonly label: string
  readonly requests: readonly OutgoingRequest[]
  /** Shown below the requests. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** A form, and the requests that it will send: beside it, or below it where there is little space. */
export function BesideRequests({ label, requests, note, children }: BesideRequestsProps) {
  return (
    <div className="group @container flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-auto @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_320px] @4xl:overflow-hidden @6xl:grid-cols-[minmax(0,1fr)_440px]">
        <div className="flex min-w-0 flex-col @4xl:min-h-0 @4xl:overflow-y-auto">{children}</div>
        <aside
          aria-label={label}
          className="flex min-w-0 flex-col gap-4 border-line p-3 @max-4xl:border-t @4xl:min-h-0 @4xl:overflow-y-auto @4xl:border-l"
        >
          <p className="not-group-has-[.field:invalid]:hidden">Nothing is sent while a field is invalid.</p>
          <RequestPreview requests={requests} />
          {note}
        </aside>
      </div>
    </div>
  )
}

const formats = ['HTTP', ...codeFormats] as const

/** The requests of the console, in this order, as an application would send them to this sandbox. */
export function RequestPreview({ requests }: { requests: readonly OutgoingRequest[] }) {
  return (
    <RequestCode
      requests={requests.map((request) => ({
        method: request.method,
        url: `${absoluteServiceUrl}${request.path}`,
        headers: headersOf(request),
        body: request.json === undefined ? undefined : JSON.stringify(request.json, undefined, 2),
      }))}
    />
  )
}

export function RequestCode({ requests }: { requests: readonly RequestToCopy[] }) {
  const [format, setFormat] = useState<(typeof formats)[number]>('HTTP')
  // As HTTP, the body is highlighted below its headers.
  const parts = requests.map((request) =>
    format === 'HTTP'
      ? { text: httpOf(request), body: request.body }
      : { text: copyAs[format](request), body: undefined },
  )

  return (
    <section aria-label="Request" className="flex shrink-0 flex-col gap-2 group-has-[.field:invalid]:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-medium">
          {requests.length === 1 ? 'Request' : `${requests.length} requests, sent in this order`}
        </h2>
        <Select aria-label="Show the request as" value={format} options={formats} choose={setFormat} />
        <CopyButton
          text={parts.map(({ text, body }) => [text, body].filter(Boolean).join('\n\n')).join('\n\n')}
          label="the request"
        />
      </div>
      {parts.map(({ text, body }, index) => (
        <div key={index} className="flex flex-col gap-1">
          <pre
            className={`code shrink-0 ${format === 'HTTP' ? 'break-all whitespace-pre-wrap' : ''}`}
            tabIndex={0}
          >
            {text}
          </pre>
          {body !== undefined && <JsonText text={body} />}
        </div>
      ))}
    </section>
  )
}

/** The first line and the headers of a request. */
function httpOf({ method, url, headers }: RequestToCopy): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

  return [`${method} ${sentUrl(url).slice(absoluteServiceUrl.length)}`, ...lines].join('\n')
}
