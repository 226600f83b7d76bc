import { useQuery } from '@tanstack/react-query'
import { CloudAlert, CloudCheck, CloudCog, type LucideIcon } from 'lucide-react'
import { parseJson } from '../../lib/parse-json.ts'
import { counted, formatDuration } from '../../lib/format.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { ResponseJson } from '../../parts/response.tsx'
import { send } from '../../service/service-client.ts'
import { differencesOf, type JournalEntry } from '../../service/journal-stream.ts'
import { List } from '../../ui/layout/page.tsx'
import { upstreamState, type UpstreamState } from './request-filter.ts'
import { requestToReplay, valueOfBody } from './request-to-copy.ts'

const marks: Record<UpstreamState, { Icon: LucideIcon; ink: string }> = {
  answered: { Icon: CloudCog, ink: 'text-accent' },
  failed: { Icon: CloudAlert, ink: 'text-red' },
  same: { Icon: CloudCheck, ink: 'text-green' },
  different: { Icon: CloudAlert, ink: 'text-orange' },
}

/** Marks a request that was passed on, in one line or as an icon. */
export function UpstreamMark(props: { entry: Pick<JournalEntry, 'upstream' | 'source'>; isIcon?: boolean }) {
  const { entry, isIcon = false } = props
  const state = upstreamState(entry)

  if (!state || !entry.upstream) return null

  const { name, failure, differences = [] } = entry.upstream
  const { Icon, ink } = marks[state]
  const text = {
    answered: entry.source === 'recording' ? `From ${name}` : `Answered by ${name}`,
    failed: `Not answered by the upstream: ${failure}`,
    same: `The same as in ${name}`,
    different: `Differs from ${name}: ${counted(differences.length, 'difference')}`,
  }[state]

  return (
    <span className={`${ink} wrap-anywhere`} title={isIcon ? text : undefined}>
      <Icon
        size={14}
        className="mr-1.5 inline"
        {...(isIcon ? { 'aria-label': text } : { 'aria-hidden': true })}
      />
      {!isIcon && text}
    </span>
  )
}

export function Differences({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null

  return (
    <List label="Differences">
      {texts.map((text) => (
        <li key={text} className="py-0.5 font-mono text-sm wrap-anywhere">
          {text}
        </li>
      ))}
    </List>
  )
}

/** The sandbox’s own answer to a request that was passed on, as it is now, and where it differs. */
export function OwnReply({ entry }: { entry: JournalEntry }) {
  const query = useQuery({
    queryKey: ['own answer', entry.sequence],
    // As the console, whose requests are not passed on.
    queryFn: () => send({ ...requestToReplay(entry), headers: {} }),
  })

  return (
    <QueryResult query={query} rows={6}>
      {(response) => {
        const texts = [
          ...(response.status === entry.status ? [] : [`status: ${entry.status} → ${response.status}`]),
          ...differencesOf(valueOfBody(entry.response.body), parseJson(response.text) ?? response.text),
        ]

        return (
          <>
            <div className="p-3 pb-0 [&_ul]:max-h-none">
              {texts.length === 0
                ? 'The sandbox itself answers the same.'
                : 'From the response of the upstream to the sandbox’s own:'}
              <Differences texts={texts} />
            </div>
            <ResponseJson response={response} />
          </>
        )
      }}
    </QueryResult>
  )
}

/** Where a request and its response differ from those of an earlier one, member by member. */
export function Comparison({ entry, other }: { entry: JournalEntry; other: JournalEntry }) {
  const texts = differencesOf(comparable(other), comparable(entry))

  return (
    <div className="p-3 [&_ul]:max-h-none">
      {texts.length === 0 && 'Requests and responses are the same.'}
      <Differences texts={texts} />
    </div>
  )
}

function comparable({ method, path, query, user, duration_ms, status, request, response }: JournalEntry) {
  return {
    method,
    path,
    query,
    user,
    duration: formatDuration(duration_ms),
    request: { headers: request.headers, body: valueOfBody(request.body) },
    response: { status, headers: response.headers, body: valueOfBody(response.body) },
  }
}
