import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMedia } from '../../ui/grid/use-media.ts'
import { useSettings } from '../../lib/settings.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { credentials, sendOrThrow } from '../../service/client.ts'
import { Page } from '../../ui/layout/page.tsx'
import { withSamples, type Contract } from './code-samples.ts'
import { loadScalar, settingsFor } from './scalar.ts'

const referenceQuery = {
  queryKey: ['reference'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [{ text }, scalar] = await Promise.all([
      sendOrThrow({ method: 'GET', path: '/__sandbox/openapi.json', signal }),
      loadScalar(),
    ])

    // The service's own contract.
    return { contract: JSON.parse(text) as Contract, scalar }
  },
}

/** Every operation of the interface and of the controls: to read, to fill in, to try as the acting persona, to copy. */
export function ReferencePage() {
  const query = useQuery(referenceQuery)
  const { persona, theme } = useSettings()
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const { data } = query

  useEffect(() => {
    if (!data || !place.current) return undefined

    const element = document.createElement('div')

    place.current.append(element)

    const shown = data.scalar.createApiReference(
      element,
      settingsFor({
        document: withSamples(data.contract, credentials(persona)),
        token: persona === 'anonymous' ? undefined : `sandbox-${persona}`,
        isDark,
      }),
    )

    return () => {
      shown.destroy()
      element.remove()
      // It marks the body as light or dark, for its own styles.
      document.body.classList.remove('light-mode', 'dark-mode')
    }
  }, [data, persona, isDark])

  return (
    <Page actions={<p className="text-muted">Requests are sent as {persona}.</p>}>
      <QueryResult query={query} rows={10} />
      <div ref={place} className="min-h-0 flex-1 overflow-auto" />
    </Page>
  )
}
