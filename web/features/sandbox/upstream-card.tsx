import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Circle, Download, Square, Upload } from 'lucide-react'
import { counted } from '../../lib/format.ts'
import { type FileBundle, saveFile } from '../../lib/dropped-files.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { client, sendOrThrow } from '../../service/client.ts'
import { faultsQuery, learntQuery, type Overview } from '../../service/sandbox.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { Card, List } from '../../ui/layout/page.tsx'
import { FileDrop } from './data-file-card.tsx'

interface UpstreamCardProps {
  readonly upstream: Overview['upstream']
  /** Of the journal, in which recorded requests are. */
  readonly lastSequence: number
}

/** The real service, or a recording of it: what answers besides the sandbox, and what was learnt from it. */
export function UpstreamCard({ upstream, lastSequence }: UpstreamCardProps) {
  const { run, isPending } = useControl()
  const replay = ({ name, content: body }: FileBundle) =>
    run(
      () => client.POST('/__sandbox/upstream/recording', { body }),
      `Loaded ${name}: its exchanges are in Requests.`,
      'undo',
    )

  return (
    <Card title="Real service" hint="What it answers can become the data of this sandbox.">
      {upstream ? (
        <p className="wrap-anywhere">
          {[upstream.name, ...upstream.passthrough].join(', ')}
          {upstream.strict && ', and nothing else (strict)'}
        </p>
      ) : (
        <p className="text-muted">
          To record one, start the sandbox with <code>--target https://real.example</code>.
        </p>
      )}
      {upstream && !upstream.replays && <Recorder lastSequence={lastSequence} />}
      <div className="mt-3">
        <FileDrop label="HAR to replay" action="Replay a HAR…" isBusy={isPending} load={replay} />
      </div>
    </Card>
  )
}

/** The fault rule that passes everything on, while the console records. */
const rule = { path: { id: 'record' } } as const

function start() {
  return client.PUT('/__sandbox/faults/{id}', {
    ...rule,
    body: { name: 'record', effect: { kind: 'passthrough', timeout_ms: 60_000 } },
  })
}

function stop() {
  return client.DELETE('/__sandbox/faults/{id}', rule)
}

function readArchive() {
  return sendOrThrow({ method: 'GET', path: '/__sandbox/upstream/recording/har' })
}

/** Starts and stops recording, and makes what was learnt the data of the sandbox. */
function Recorder({ lastSequence }: { lastSequence: number }) {
  const { run, isPending } = useControl()
  const isRecording = useQuery(faultsQuery).data?.some(({ id, active }) => id === rule.path.id && active)
  const learnt = useQuery({ ...learntQuery(lastSequence), placeholderData: keepPreviousData })
  const adopt = async () => {
    const body = new Blob([(await readArchive()).text])

    run(() => client.POST('/__sandbox/import', { body }), 'Imported what was learnt.', 'undo')
  }

  return (
    <div className="mt-3 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {isRecording ? (
          <Button Icon={Square} disabled={isPending} onClick={() => run(stop, 'Stopped recording.', start)}>
            Stop
          </Button>
        ) : (
          <Button
            Icon={Circle}
            disabled={isPending}
            onClick={() => run(start, 'All requests are now passed on, and recorded.', stop)}
          >
            Record
          </Button>
        )}
        <span className="text-sm text-muted">
          {isRecording ? 'Everything is passed on and recorded.' : 'Passes everything on until you stop.'}
        </span>
      </div>
      <QueryResult query={learnt} rows={3}>
        {({ exchanges, dropped, lines, scrubbed }) => (
          <>
            <ul aria-label="What was learnt" className="text-sm">
              <li>
                {counted(exchanges, 'answer')} of the target
                {dropped > 0 && `, besides those in ${counted(dropped, 'older request')} no longer kept`}
              </li>
              {exchanges > 0 && <li>{lines[0]?.replace('Imported:', 'To import:')}</li>}
            </ul>
            {exchanges > 0 && (
              <>
                <details className="text-sm text-muted">
                  <summary>What is replaced, changed and skipped</summary>
                  <List label="What is replaced, changed and skipped">
                    {['secrets: left out', ...scrubbed, ...lines.slice(1)].map((line) => (
                      <li key={line} className="py-0.5">
                        {line}
                      </li>
                    ))}
                  </List>
                </details>
                <div className="flex flex-wrap gap-2">
                  <Button Icon={Upload} disabled={isPending} onClick={() => adopt().catch(showFailure)}>
                    Import
                  </Button>
                  <Button
                    Icon={Download}
                    onClick={() =>
                      void readArchive().then(({ text }) => saveFile('recorded.har', text), showFailure)
                    }
                  >
                    Download HAR
                  </Button>
                </div>
              </>
            )}
          </>
        )}
      </QueryResult>
    </div>
  )
}
