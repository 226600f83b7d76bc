import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Answers } from '../../service/answers.ts'
import { readItems, send, type Answer } from '../../service/client.ts'
import { bytes, milliseconds } from '../../lib/format.ts'
import { parseJson } from '../../lib/json.ts'
import { Page } from '../../ui/page.tsx'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { JsonText } from '../../ui/json-text.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { StatusMark } from '../../parts/request-marks.tsx'
import { examples, type Example } from '../../parts/request-examples.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Any request to any endpoint, from an example or from nothing, sent as the acting persona. */
export function ExplorePage() {
  const { method = 'GET', path = '/api/entities/1000', body = '' } = useSearch({ from: '/explore' })
  const navigate = useNavigate({ from: '/explore' })
  const [withBody, setWithBody] = useState(body !== '')
  const routes = useQuery({
    queryKey: ['routes'],
    queryFn: ({ signal }) => readItems<Answers['routes']>('/__sandbox/routes', signal),
  })
  const takesBody = !['GET', 'HEAD'].includes(method) && (withBody || body !== '' || method !== 'DELETE')
  const set = (change: { method?: string; path?: string; body?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const sending = useMutation({
    mutationFn: () =>
      send({
        method,
        path,
        ...(takesBody && body ? { text: body } : {}),
        headers: { 'X-Sandbox-Source': 'explorer' },
        cache: 'no-store',
      }),
  })
  const parsed = parseJson(body)

  const start = (example: Example) => {
    const body = example.body && JSON.stringify(absolute(example.body), undefined, 2)

    sending.reset()
    setWithBody(body !== undefined)
    void navigate({ search: { method: example.method, path: example.path, body } })
  }

  return (
    <Page>
      <form
        className="flex flex-wrap items-center gap-2 border-b border-line p-2"
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        <select
          aria-label="Method"
          className="field font-mono"
          value={method}
          onChange={({ target }) => set({ method: target.value })}
        >
          {methods.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <input
          aria-label="Path"
          list="explorer-paths"
          className="field min-w-60 flex-1 font-mono"
          spellCheck={false}
          autoComplete="off"
          value={path}
          onChange={({ target }) => set({ path: target.value })}
        />
        <datalist id="explorer-paths">
          {[...new Set(routes.data?.map(({ path }) => path))].map((path) => (
            <option key={path}>{path}</option>
          ))}
        </datalist>
        <SubmitButton
          label="Send"
          command="Send the request"
          Icon={Send}
          pending="Sending…"
          isPending={sending.isPending}
          run={() => sending.mutate()}
        />
      </form>
      <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-[220px_minmax(0,1fr)_minmax(0,1fr)] lg:overflow-hidden">
        <nav
          aria-label="Examples"
          className="overflow-y-auto border-line p-2 max-lg:max-h-50 max-lg:border-b lg:border-r"
        >
          {examples.map(([group, items]) => (
            <section key={group} aria-label={group}>
              <h2 className="px-2 pt-2 pb-1 text-sm text-muted">{group}</h2>
              {items.map((example) => (
                <button
                  key={example.title}
                  type="button"
                  className="block w-full truncate rounded px-2 py-0.5 text-left hover:bg-sunken"
                  title={`${example.method} ${example.path}`}
                  onClick={() => start(example)}
                >
                  {example.title}
                </button>
              ))}
            </section>
          ))}
        </nav>
        <div className="flex flex-col gap-3 border-line p-3 max-lg:border-b lg:min-h-0 lg:overflow-auto lg:border-r">
          {takesBody && (
            <section aria-label="Body" className="flex h-60 shrink-0 flex-col gap-1 lg:h-80">
              <h2 className="font-medium">Body</h2>
              <JsonEditor label="Body" value={body} change={(text) => set({ body: text || undefined })} />
            </section>
          )}
          <RequestPreview
            requests={[{ method, path, ...(takesBody && parsed !== undefined ? { body: parsed } : {}) }]}
          />
        </div>
        <section aria-label="Answer" className="p-3 lg:min-h-0 lg:overflow-auto">
          <h2 className="mb-2 font-medium">Answer</h2>
          {sending.error && <FailureNotice error={sending.error} />}
          {sending.data ? (
            <AnswerView answer={sending.data} />
          ) : (
            !sending.error && <p className="text-muted">Send the request to see it.</p>
          )}
        </section>
      </div>
    </Page>
  )
}

function AnswerView({ answer }: { answer: Answer }) {
  return (
    <div className="flex flex-col gap-2" role="status">
      <p className="flex flex-wrap items-center gap-3">
        <StatusMark status={answer.status} />
        <span>{answer.statusText}</span>
        <span className="text-muted">{milliseconds(answer.took)}</span>
        <span className="text-muted">{bytes(new TextEncoder().encode(answer.text).length)}</span>
      </p>
      <div className="code">
        {answer.headers.map(([name, value]) => (
          <p key={name} className="break-all">
            <span className="text-muted">{name}:</span> {value}
          </p>
        ))}
      </div>
      {answer.text ? <JsonText text={answer.text} /> : <p className="text-muted">No body.</p>}
    </div>
  )
}

/** Links of examples as a client would send them. */
function absolute(body: object): object {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'href' in value
      ? { ...value, href: `${location.origin}${String(value.href)}` }
      : value,
  ) as object // an object of the same shape
}
