import { useMutation, useQuery } from '@tanstack/react-query'
import { Circle, Download, Square, Upload } from 'lucide-react'
import { counted, formatCount } from '../../lib/format.ts'
import type { FileBundle } from '../../lib/dropped-files.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { saveResponse } from '../../parts/response.tsx'
import { control } from '../../parts/sandbox/control.ts'
import { client, getQuery, sendOrThrow } from '../../service/service-client.ts'
import {
  faultsQuery,
  isRecordingIn,
  startRecording,
  stopRecording,
  type Overview,
} from '../../service/sandbox-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { CardPart, List } from '../../ui/layout/page.tsx'
import { FileDrop } from './data-file-card.tsx'

/** The real service, or a recording of it: what answers besides the sandbox, and what was learnt from it. */
export function UpstreamCard({ upstream }: { upstream: Overview['upstream'] }) {
  const { mutateAsync: replay, data: loaded } = useMutation({
    mutationFn: ({ name, content: body }: FileBundle) =>
      control(() => client.POST('/__sandbox/upstream/recording', { body }), `Loaded ${name}.`, 'undo'),
  })

  return (
    <CardPart title="Real service" hint="What it answers can become the data of this sandbox.">
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
      {upstream && !upstream.replays && <Recorder />}
      <div className="mt-3">
        <FileDrop label="HAR to replay" action="Replay a HAR…" load={replay} />
      </div>
      {loaded && (
        <p className="mt-3 text-sm text-muted">
          {loaded.data.listed < loaded.data.exchanges && `The latest ${formatCount(loaded.data.listed)} of `}
          {counted(loaded.data.exchanges, 'exchange')} can be seen in Requests.
        </p>
      )}
    </CardPart>
  )
}

const archivePath = '/__sandbox/upstream/recording/har'

/** Starts and stops recording, and makes what was learnt the data of the sandbox. */
function Recorder() {
  const isRecording = isRecordingIn(useQuery(faultsQuery).data?.items)
  const { mutate: toggle, isPending: isToggling } = useMutation({
    mutationFn: async () =>
      isRecording
        ? control(stopRecording, 'Stopped recording.', startRecording)
        : control(startRecording, 'All requests are now passed on, and recorded.', stopRecording),
  })
  const learnt = useQuery({
    ...getQuery('/__sandbox/upstream/recording'),
    // Requests of an application send no event, and summing up a large journal is work.
    refetchInterval: 30_000,
  })
  const { mutate: adopt, isPending } = useMutation({
    mutationFn: async () => {
      const { text } = await sendOrThrow({ method: 'GET', path: archivePath })
      const body = new Blob([text])

      return control(() => client.POST('/__sandbox/import', { body }), 'Imported what was learnt.', 'undo')
    },
    onError: showFailure,
  })

  return (
    <div className="mt-3 flex flex-col gap-3">
      <div>
        <Button Icon={isRecording ? Square : Circle} disabled={isToggling} onClick={() => toggle()}>
          {isRecording ? 'Stop' : 'Record'}
        </Button>
      </div>
      <QueryResult query={learnt} rows={3}>
        {({ exchanges, dropped, imported, lines, scrubbed }) => (
          <>
            <ul aria-label="What was learnt" className="text-sm">
              <li>
                {counted(exchanges, 'answer')} of the target
                {dropped > 0 && `, besides those in ${counted(dropped, 'older request')} no longer kept`}
              </li>
              {exchanges > 0 && <li>{lines[0]}</li>}
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
                  <Button
                    Icon={Upload}
                    disabled={isPending || Object.values(imported).every((count) => count === 0)}
                    onClick={() => adopt()}
                  >
                    Import
                  </Button>
                  <Button Icon={Download} onClick={() => saveResponse(archivePath, 'recorded.har')}>
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
