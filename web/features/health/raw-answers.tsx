import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { absoluteServiceUrl } from '../../lib/place.ts'
import { copyAs } from '../../lib/copy-as.ts'
import { useSettings } from '../../lib/settings.ts'
import { credentials } from '../../service/client.ts'
import { movingInterval, rawAnswer, setLabelCase, type LabelCase } from '../../service/health.ts'
import { overview } from '../../service/sandbox.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Select } from '../../ui/field.tsx'
import { JsonText } from '../../ui/json-text.tsx'
import { toastFailure } from '../../ui/toasts.tsx'
import { StatusMark } from '../../parts/request-marks.tsx'

/** What a client gets to see of it, as the acting persona: refusals, too. */
export function RawAnswers({ isMoving }: { isMoving: boolean }) {
  const { persona } = useSettings()
  const queries = useQueryClient()
  const labelCase = useQuery(overview).data?.label_case ?? 'documented'
  const choose = useMutation({
    mutationFn: setLabelCase,
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries(),
  })

  return (
    <aside
      aria-label="Answers"
      className="flex min-w-0 flex-col gap-3 border-line p-3 max-2xl:border-t 2xl:overflow-y-auto 2xl:border-l"
    >
      <p className="text-muted">
        As <span className="font-medium text-ink">{persona}</span> gets it. All but the index is for
        administrators.
      </p>
      <label className="flex items-center gap-2">
        <span className="text-muted">Colours written as</span>
        <Select
          className="font-mono"
          title="Clients have to take them in any letter case"
          value={labelCase}
          options={cases}
          choose={choose.mutate}
        />
      </label>
      {['/api/status', '/api/status/servicestatus'].map((path) => (
        <RawAnswer key={path} path={path} persona={persona} isMoving={isMoving} />
      ))}
    </aside>
  )
}

const cases: readonly (readonly [LabelCase, example: string])[] = [
  ['documented', 'Green'],
  ['upper', 'GREEN'],
  ['lower', 'green'],
]

function RawAnswer(props: { path: string; persona: string; isMoving: boolean }) {
  const { path, persona, isMoving } = props
  const { data } = useQuery({
    ...rawAnswer(path, persona),
    refetchInterval: isMoving ? movingInterval : false,
  })
  const curl = copyAs('curl', {
    method: 'GET',
    url: `${absoluteServiceUrl}${path}`,
    headers: credentials(persona),
  })

  return (
    <section aria-label={path}>
      <div className="mb-1 flex items-center gap-2">
        <h2 className="truncate font-mono text-sm">GET {path}</h2>
        {data && <StatusMark status={data.status} />}
        <CopyButton text={curl} label="as curl" />
      </div>
      {data && <JsonText text={data.text} className="max-h-100" />}
    </section>
  )
}
