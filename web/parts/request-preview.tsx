import { useState, type ReactNode } from 'react'
import { credentials, type OutgoingRequest } from '../service/client.ts'
import { basedOn, copyAs, copyForms, type CopyBase, type RequestForm } from '../lib/copy-as.ts'
import { absoluteServiceUrl } from '../lib/addresses.ts'
import { useSettings } from '../lib/settings.ts'
import { BaseSelect } from '../ui/controls/setting-selects.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Select } from '../ui/controls/field.tsx'
import { JsonText } from '../ui/editor/json-text.tsx'

interface RequestPreviewProps {
  /** In the order in which they will be sent. */
  readonly requests: readonly OutgoingRequest[]
  readonly children?: ReactNode
}

/** A request before it is sent has no response that a handler could give. */
const forms = ['HTTP', ...copyForms.filter((form) => form !== 'msw handler')] as const

/** Exactly the requests that will be sent, and the same as code. */
export function RequestPreview({ requests, children }: RequestPreviewProps) {
  const [form, setForm] = useState<(typeof forms)[number]>('HTTP')
  const { persona, copyBase: base } = useSettings()
  const texts = requests.map((request) => textOf(request, persona, form, base))
  const whole = texts.map(({ head, body }) => [head, body].filter(Boolean).join('\n\n')).join('\n\n')

  return (
    <section aria-label="Request" className="flex shrink-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-medium">
          {requests.length === 1 ? 'Request' : `${requests.length} requests, one after the other`}
        </h2>
        {form !== 'HTTP' && <BaseSelect />}
        <Select aria-label="Show the request as" value={form} options={forms} choose={setForm} />
        <CopyButton text={whole} label="the request" />
      </div>
      {texts.map(({ head, body }, index) => (
        <div key={index} className="flex flex-col gap-1">
          <pre
            className={`code shrink-0 ${form === 'HTTP' ? 'break-all whitespace-pre-wrap' : ''}`}
            tabIndex={0}
          >
            {head}
          </pre>
          {body !== undefined && <JsonText text={body} />}
        </div>
      ))}
      {children}
    </section>
  )
}

/** A request as it goes over the wire, its body apart, or all of it as code. */
function textOf(
  { method, path, body, headers }: OutgoingRequest,
  persona: string,
  form: RequestForm | 'HTTP',
  base: CopyBase,
): { head: string; body?: string | undefined } {
  const json = body === undefined ? undefined : JSON.stringify(body, undefined, 2)
  const sent = {
    ...credentials(persona),
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }

  if (form === 'HTTP') {
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)

    return { head: [`${method} ${path}`, ...lines].join('\n'), body: json }
  }

  const request = { method, url: `${absoluteServiceUrl}${path}`, headers: sent, body: json }

  return { head: copyAs(form, basedOn(base, request, absoluteServiceUrl)) }
}
