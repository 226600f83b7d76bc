import { useQuery } from '@tanstack/react-query'
import { pathOfLink, serviceUrl } from '../../lib/place.ts'
import { sourceHeader } from '../../service/client.ts'
import { overview } from '../../service/sandbox.ts'

/**
 * Where the browser finds a picture of the service. With the service in the tab only what scripts ask for reaches it,
 * so there the picture itself is the address.
 */
export function usePicture(href: string | undefined): string | undefined {
  const runtime = useQuery(overview).data?.runtime
  const address = href === undefined ? undefined : `${serviceUrl}${pathOfLink(href)}`
  const isAsked = address !== undefined && runtime === 'browser'
  const picture = useQuery({
    queryKey: ['picture', address],
    queryFn: ({ signal }) => pictureAt(address ?? '', signal),
    enabled: isAsked,
    staleTime: Infinity,
  })

  return runtime === 'browser' ? picture.data : address
}

async function pictureAt(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { headers: sourceHeader, signal })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

  return `data:${response.headers.get('content-type') ?? 'image/svg+xml'};base64,${btoa(binary)}`
}
