import { useState, type ReactNode } from 'react'
import { credentials } from '../service/client.ts'
import { copyAs, copyForms, type CopyForm } from '../lib/copy-as.ts'
import { absoluteServiceUrl } from '../lib/place.ts'
import { useSettings } from '../lib/settings.ts'
import { CopyButton } from './copy-button.tsx'
import { JsonText } from './json-text.tsx'

interface RequestPreviewProps {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly children?: ReactNode
}

/** Exactly the request that will be sent, and the same as code. */
export function RequestPreview({ method, path, body, headers, children }: RequestPreviewProps) {
  const [form, setForm] = useState<CopyForm | 'HTTP'>('HTTP')
  const { persona } = useSettings()
  const text = body === undefined ? undefined : JSON.stringify(body, undefined, 2)
  const sent = {
    ...credentials(persona),
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }
  const code =
    form === 'HTTP'
      ? ''
      : copyAs(form, { method, url: `${absoluteServiceUrl}${path}`, headers: sent, body: text })
  const http = [
    `${method} ${path}`,
    ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')

  return (
    <section aria-label="Request" className="flex shrink-0 flex-col gap-2">
      <div className="flex items-center gap-2">
        <h2 className="font-medium">Request</h2>
        <select
          aria-label="Show the request as"
          className="field ml-auto"
          value={form}
          onChange={({ target }) =>
            setForm(['HTTP' as const, ...copyForms].find((each) => each === target.value) ?? 'HTTP')
          }
        >
          <option>HTTP</option>
          {copyForms
            .filter((each) => each !== 'msw handler')
            .map((each) => (
              <option key={each}>{each}</option>
            ))}
        </select>
        <CopyButton text={form === 'HTTP' ? `${http}\n\n${text ?? ''}` : code} label="the request" />
      </div>
      {form === 'HTTP' ? (
        <>
          <pre className="code shrink-0 whitespace-pre-wrap break-all" tabIndex={0}>
            {http}
          </pre>
          {text !== undefined && <JsonText text={text} />}
        </>
      ) : (
        <pre className="code shrink-0" tabIndex={0}>
          {code}
        </pre>
      )}
      {children}
    </section>
  )
}
