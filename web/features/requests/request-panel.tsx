import { Link, useNavigate } from '@tanstack/react-router'
import { RotateCw, SquareTerminal, X, Zap } from 'lucide-react'
import { useState } from 'react'
import { send } from '../../service/client.ts'
import type { JournalEntry } from '../../service/journal.ts'
import { bytes, milliseconds } from '../../lib/format.ts'
import { basedOn, copyAs, copyForms } from '../../lib/copy-as.ts'
import { absoluteServiceUrl } from '../../lib/place.ts'
import { useSettings } from '../../lib/settings.ts'
import { BaseSelect } from '../../ui/base-select.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { JsonText } from '../../ui/json-text.tsx'
import { TabBar } from '../../ui/tab-bar.tsx'
import { toast, toastFailure } from '../../ui/toasts.tsx'
import { MethodMark, StatusMark } from '../../parts/request-marks.tsx'
import { requestToCopy, textOfBody } from './request-to-copy.ts'

const tabs = [
  { id: 'request', label: 'Request' },
  { id: 'response', label: 'Response' },
  { id: 'code', label: 'Copy as' },
] as const

/** One request and its answer. */
export function RequestPanel({ entry, close }: { entry: JournalEntry; close: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('response')
  const navigate = useNavigate()
  const { method, path, query, status, user } = entry
  const address = query ? `${path}?${query}` : path
  const body = textOfBody(entry.request.body)
  // One that is not there was asked for in vain.
  const entityId = status === 404 ? undefined : /^\/api\/entities\/(\d+)/.exec(path)?.[1]

  const replay = () => {
    send({
      method,
      path: address,
      ...(body === undefined ? {} : { text: body }),
      persona: user ?? 'anonymous',
      headers: { 'X-Sandbox-Source': 'replay' },
      cache: 'no-store',
    }).then((answer) => toast(`${method} ${path} → ${answer.status}`), toastFailure)
  }

  return (
    <aside
      aria-label="Request"
      className="flex w-110 shrink-0 flex-col border-l border-line bg-ground max-lg:absolute max-lg:inset-0 max-lg:z-30 max-lg:w-full"
    >
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 font-mono break-all">
            <MethodMark method={method} /> {address}
          </h2>
          <IconButton Icon={X} label="Close the panel" size={16} run={close} />
        </div>
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <Fact name="Status">
            <StatusMark status={status} />
          </Fact>
          <Fact name="Took">{milliseconds(entry.duration_ms)}</Fact>
          <Fact name="User">{user ?? 'nobody'}</Fact>
          <Fact name="Answered by">
            <span className="font-mono">
              {entry.route ?? (entry.faults.length > 0 ? 'the fault' : 'no route')}
            </span>
          </Fact>
          {entry.faults.length > 0 && (
            <Fact name="Faults">
              <Link to="/faults" className="text-orange">
                {entry.faults.join(', ')}
              </Link>
            </Fact>
          )}
          {entry.scenario && (
            <Fact name="Scenario">
              <Link to="/faults">{entry.scenario}</Link>
            </Fact>
          )}
          <Fact name="Time">
            <time dateTime={entry.time}>{entry.time}</time>
          </Fact>
        </dl>
        {entry.unmatched && (
          <p className="text-orange">
            {entry.unmatched.reason} Nearest:{' '}
            <span className="font-mono">{entry.unmatched.nearest.path}</span>
          </p>
        )}
        {entry.warnings.length > 0 && (
          <ul aria-label="Warnings" className="text-yellow">
            {entry.warnings.map(({ place, text }) => (
              <li key={place}>
                <span className="font-mono">{place}</span> {text}
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={replay}>
            <RotateCw size={14} aria-hidden />
            Replay
          </button>
          <button
            type="button"
            className="button"
            onClick={() =>
              void navigate({ to: '/explore', search: { method, path: address, ...(body ? { body } : {}) } })
            }
          >
            <SquareTerminal size={14} aria-hidden />
            Edit and send
          </button>
          <Link to="/faults" search={{ method, path: entry.route ?? path }} className="button">
            <Zap size={14} aria-hidden />
            Make a fault from this
          </Link>
          {entityId && (
            <Link to="/entities/$id" params={{ id: entityId }} className="button">
              Entity {entityId}
            </Link>
          )}
        </div>
      </div>
      <TabBar label="Request" tabs={tabs} current={tab} choose={setTab}>
        <div className="flex flex-col gap-3 p-3">
          {tab === 'request' && <Message headers={entry.request.headers} body={entry.request.body} />}
          {tab === 'response' && <Message headers={entry.response.headers} body={entry.response.body} />}
          {tab === 'code' && <Code entry={entry} />}
        </div>
      </TabBar>
    </aside>
  )
}

/** The request as code, and its answer as a handler. */
function Code({ entry }: { entry: JournalEntry }) {
  const { copyBase } = useSettings()
  const request = basedOn(copyBase, requestToCopy(entry), absoluteServiceUrl)

  return (
    <>
      <div className="flex items-center gap-2">
        <span aria-hidden className="text-muted">
          Base URL
        </span>
        <BaseSelect />
      </div>
      {copyForms.map((form) => (
        <section key={form} aria-label={form}>
          <div className="mb-1 flex items-center gap-1">
            <h3 className="font-medium">{form}</h3>
            <CopyButton text={copyAs(form, request)} label={`as ${form}`} />
          </div>
          <pre className="code" tabIndex={0}>
            {copyAs(form, request)}
          </pre>
        </section>
      ))}
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}

function Message({
  headers,
  body,
}: {
  headers: Readonly<Record<string, string>>
  body: JournalEntry['response']['body']
}) {
  const text = textOfBody(body)

  return (
    <>
      <div className="code empty:hidden">
        {Object.entries(headers).map(([name, value]) => (
          <p key={name} className="break-all">
            <span className="text-muted">{name}:</span> {value}
          </p>
        ))}
      </div>
      {body === null && <p className="text-muted">No body.</p>}
      {body === 'streamed' && <p className="text-muted">The body was sent bit by bit and is not kept.</p>}
      {text !== undefined && <JsonText text={text} />}
      {body && body !== 'streamed' && text === undefined && (
        <p className="text-muted">{bytes(body.size)} that are no text.</p>
      )}
      {body && body !== 'streamed' && body.truncated && (
        <p className="text-muted">Only the beginning of {bytes(body.size)} is kept.</p>
      )}
    </>
  )
}
