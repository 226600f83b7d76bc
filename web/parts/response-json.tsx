import { JsonText } from '../ui/editor/json-text.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import type { RawResponse } from '../service/client.ts'

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
