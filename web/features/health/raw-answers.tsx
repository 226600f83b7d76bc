import { useQuery } from '@tanstack/react-query'
import { absoluteServiceUrl } from '../../lib/place.ts'
import { copyAs } from '../../lib/copy-as.ts'
import { useSettings } from '../../lib/settings.ts'
import { credentials } from '../../service/client.ts'
import { rawAnswer } from '../../service/health.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { JsonText } from '../../ui/json-text.tsx'
import { StatusMark } from '../requests/marks.tsx'

/** What a client gets to see of it, as the acting persona: refusals, too. */
export function RawAnswers() {
  const { persona } = useSettings()

  return (
    <aside
      aria-label="Answers"
      className="flex min-w-0 flex-col gap-3 border-line p-3 max-xl:border-t xl:overflow-y-auto xl:border-l"
    >
      <p className="text-muted">
        As <span className="font-medium text-ink">{persona}</span> gets it. All but the index is for
        administrators.
      </p>
      {['/api/status', '/api/status/servicestatus'].map((path) => (
        <RawAnswer key={path} path={path} persona={persona} />
      ))}
    </aside>
  )
}

function RawAnswer({ path, persona }: { path: string; persona: string }) {
  const { data } = useQuery(rawAnswer(path, persona))
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
