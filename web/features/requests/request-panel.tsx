import { Link } from '@tanstack/react-router'
import { GitCompare, RotateCw, SquareTerminal, X, Zap } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { formatBytes, formatDuration, localTime } from '../../lib/format.ts'
import { linkTo, linkToRequest } from '../../lib/page-addresses.ts'
import { MethodBadge, StatusBadge } from '../../parts/badges.tsx'
import { HeaderLines } from '../../parts/response.tsx'
import { control } from '../../parts/sandbox/control.ts'
import { client, refusalOf, send } from '../../service/service-client.ts'
import { operationText, type JournalEntry } from '../../service/journal-stream.ts'
import { SenderSelect } from '../../parts/sandbox/setting-selects.tsx'
import { RequestCode } from '../../parts/request-preview.tsx'
import { Button, IconButton, LinkButton } from '../../ui/controls/button.tsx'
import { JsonText } from '../../ui/editor/json-text.tsx'
import { SidePanel } from '../../ui/layout/page.tsx'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { pathWithQuery, entityIdIn, requestToCopy, requestToReplay, textOfBody } from './request-to-copy.ts'
import { upstreamState } from './request-filter.ts'
import { Comparison, Differences, OwnReply, UpstreamMark } from './upstream.tsx'

const tabs = [
  { id: 'request', label: 'Request' },
  { id: 'response', label: 'Response' },
  { id: 'code', label: 'Copy as' },
  { id: 'own', label: 'The sandbox’s own' },
  { id: 'compared', label: 'Compared' },
] as const

interface RequestPanelProps {
  readonly entry: JournalEntry
  /** The request with which it is compared. */
  readonly other: JournalEntry | undefined
  /** Compares the requests that are chosen next with this one. */
  readonly compare: () => void
  readonly close: () => void
}

export function RequestPanel({ entry, other, compare, close }: RequestPanelProps) {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>(other ? 'compared' : 'response')
  const { unmatched } = entry
  const toCopy = requestToCopy(entry)
  // The sandbox can be asked what it would have answered instead of the upstream: without changing anything.
  const hasOwnAnswer = entry.method === 'GET' && upstreamState(entry) === 'answered'
  const hidden = new Set([...(hasOwnAnswer ? [] : ['own']), ...(other ? [] : ['compared'])])

  return (
    <SidePanel label="Request">
      <div className="flex flex-col gap-2 border-b border-line p-3">
        <div className="flex items-start gap-2">
          <h2 className="line-clamp-4 min-w-0 flex-1 font-mono break-all" title={pathWithQuery(entry)}>
            <MethodBadge method={entry.method} /> {pathWithQuery(entry)}
          </h2>
          <IconButton Icon={X} label="Close the panel" size={16} run={close} />
        </div>
        <Details {...entry} />
        <UpstreamMark entry={entry} />
        <Differences texts={entry.upstream?.differences ?? []} />
        {unmatched && (
          <p className="text-orange">
            {unmatched.reason}
            {unmatched.nearest && (
              <>
                {' '}
                Nearest route: <span className="font-mono">{unmatched.nearest.path}</span>
              </>
            )}
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
        {entry.outgoing ? (
          <SendAgain message={entry.outgoing.message} />
        ) : (
          <Actions entry={entry} compare={compare} />
        )}
      </div>
      <TabBar label="Request" tabs={tabs.filter(({ id }) => !hidden.has(id))} current={tab} choose={setTab}>
        {tab === 'own' && <OwnReply entry={entry} />}
        {tab === 'compared' && other && <Comparison entry={entry} other={other} />}
        {tab !== 'own' && tab !== 'compared' && (
          <div className="flex flex-col gap-3 p-3">
            {tab !== 'code' && <Message {...entry[tab]} />}
            {tab === 'code' && (toCopy.problem ?? <RequestCode requests={[toCopy]} />)}
          </div>
        )}
      </TabBar>
    </SidePanel>
  )
}

function linkToPart(part: 'faults' | 'scenarios', text: string) {
  return (
    <Link to="/simulate" search={{ part }}>
      {text}
    </Link>
  )
}

function Details(entry: JournalEntry) {
  const { status, duration_ms, user, route, unmatched, graphql, faults, scenario, upstream, outgoing } = entry
  const details: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Status', <StatusBadge key="status" status={status} />],
    ['Duration', formatDuration(duration_ms)],
    ['Message', outgoing && `${outgoing.message} to ${outgoing.to}`],
    ['User', !outgoing && (user ?? 'anonymous')],
    ['Handled by', route ?? upstream?.name ?? (unmatched && 'no route')],
    ['Operation', graphql && operationText(graphql)],
    ['Faults', faults.length > 0 && linkToPart('faults', faults.join(', '))],
    ['Scenario', scenario && linkToPart('scenarios', scenario)],
    [
      'Time',
      <time key="time" dateTime={entry.time} title={entry.time}>
        {localTime(entry.time)}
      </time>,
    ],
  ]

  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {details.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex gap-1">
              <dt>{name}</dt>
              <dd className="break-all text-ink">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Actions({ entry, compare }: Pick<RequestPanelProps, 'entry' | 'compare'>) {
  const { method, path, route, graphql } = entry
  const target = pathWithQuery(entry)
  const { body, problem = refusalOf(method, body) } = requestToCopy(entry)
  const id = entityIdIn(entry)

  const user = entry.user ?? 'anonymous'
  const [as, setAs] = useState(user)

  const replay = () => {
    Promise.resolve(entry)
      .then((entry) => send(requestToReplay(entry, as === user ? undefined : as)))
      .then((response) => showNotice(`${method} ${path} → ${response.status}`), showFailure)
  }

  useCommands([
    { label: 'Replay the request', keys: 'r', run: replay },
    { label: 'Compare the request', keys: 'c', run: compare },
  ])

  return (
    <div className="flex flex-wrap gap-2">
      <Button Icon={RotateCw} title="Replay (r)" onClick={replay}>
        Replay
      </Button>
      <SenderSelect value={as} choose={setAs} />
      <Button Icon={GitCompare} title="Compare (c)" onClick={compare}>
        Compare
      </Button>
      {problem ?? (
        <LinkButton Icon={SquareTerminal} {...linkToRequest(method, target, body)}>
          Edit and send
        </LinkButton>
      )}
      <LinkButton
        Icon={Zap}
        to="/simulate"
        search={{ part: 'faults', method, path: route ?? path, ...(graphql && operationOrField(graphql)) }}
      >
        Add a fault for this
      </LinkButton>
      {id && <LinkButton {...linkTo(id)}>Entity {id}</LinkButton>}
    </div>
  )
}

/** The action on a message to a receiver: it is no request to the sandbox. */
function SendAgain({ message: number }: { message: number }) {
  const send = () => client.POST('/__sandbox/messages/{number}/send', { path: { number } })
  const run = () => void control(send, `Message ${number} is sent again.`)

  useCommands([{ label: 'Send the message again', keys: 'r', run }])

  return (
    <Button Icon={RotateCw} title="Send again (r)" className="self-start" onClick={run}>
      Send again
    </Button>
  )
}

/** What distinguishes a GraphQL request from others: the name of its operation, or a root field. */
function operationOrField({ operation, fields }: NonNullable<JournalEntry['graphql']>) {
  return operation === null ? { field: fields[0] } : { operation }
}

function Message({ headers, body }: JournalEntry['response']) {
  const text = textOfBody(body)
  const recorded = body === 'streamed' ? null : body
  const notes = [
    body === null && 'No body.',
    body === 'streamed' && 'The body was streamed and was not recorded.',
    recorded && text === undefined && `${formatBytes(recorded.size)} of binary data.`,
    recorded?.truncated && `Truncated: only the first part of ${formatBytes(recorded.size)} was recorded.`,
  ]

  return (
    <>
      <HeaderLines headers={Object.entries(headers)} />
      {text !== undefined && <JsonText text={text} />}
      <p className="text-muted empty:hidden">{notes.filter(Boolean).join(' ')}</p>
    </>
  )
}
