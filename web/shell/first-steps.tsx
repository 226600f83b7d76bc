import { useQuery } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, X } from 'lucide-react'
import { useState } from 'react'
import { changeSettings, useSettings } from '../lib/console-settings.ts'
import { absoluteServiceUrl } from '../lib/page-addresses.ts'
import { actAs, startPreset } from '../parts/sandbox/control.ts'
import { changeHealth } from '../parts/sandbox/use-health.ts'
import { overviewQuery } from '../service/sandbox-queries.ts'
import { getQuery } from '../service/service-client.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { useOneStop } from '../ui/controls/one-stop.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'

/** Where to point an application, until it has sent a request; then what to try. */
export function FirstSteps() {
  const { welcomed } = useSettings()
  // In a tab, the application is on the page already.
  const isServer = useQuery(overviewQuery).data?.runtime === 'node'

  return isServer && !welcomed ? <Strip /> : null
}

/** What an application may meet, each begun by a button. */
const ideas: readonly (readonly [label: string, run: () => unknown])[] = [
  ['Slow', () => startPreset('slow-3g')],
  ['Failing', () => startPreset('maintenance')],
  ['Search red', () => changeHealth('search', { label: 'Red' })],
  ['As reader', () => actAs('reader')],
]

function Strip() {
  const [wasWaiting, setWasWaiting] = useState(false)
  const journal = useQuery({
    ...getQuery('/__sandbox/journal', { query: { source: '', outgoing: 'no', limit: 1 } }),
    // No event is sent for requests that change nothing.
    refetchInterval: ({ state }) => (state.data?.total_items ? false : 2000),
    // Once there is one, it stays as it is.
    meta: { isCalm: true },
  }).data
  const first = journal?.items[0]
  const stop = useOneStop()

  // During render, as React recommends for state that depends on other state.
  if (journal && !first && !wasWaiting) setWasWaiting(true)
  // An application has been using the sandbox for some time.
  if (!wasWaiting) return null

  return (
    <section
      {...stop}
      aria-label="First steps"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 ${first ? 'bg-green-soft' : 'bg-accent-soft'}`}
    >
      <p role="status" className="flex min-w-0 flex-wrap items-center gap-x-2">
        {first ? (
          <>
            <CircleCheck size={16} aria-hidden className="text-green" />
            <span className="wrap-anywhere">
              Your application sent {first.method} {first.path}. See how it copes:
            </span>
          </>
        ) : (
          <>
            <LoaderCircle size={16} aria-hidden className="text-accent motion-safe:animate-spin" />
            <span className="wrap-anywhere">
              Point your application at <span className="font-mono">{absoluteServiceUrl}</span>
            </span>
          </>
        )}
      </p>
      {first ? (
        ideas.map(([label, run]) => (
          <Button key={label} onClick={() => void run()}>
            {label}
          </Button>
        ))
      ) : (
        <>
          <CopyButton text={absoluteServiceUrl} label="the base URL" />
          <span className="text-muted">Waiting for its first request…</span>
        </>
      )}
      <span className="ml-auto">
        <IconButton Icon={X} label="Close the first steps" run={() => changeSettings({ welcomed: true })} />
      </span>
    </section>
  )
}
