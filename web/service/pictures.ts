import { queryOptions } from '@tanstack/react-query'
import { serviceUrl } from '../lib/place.ts'
import { sourceHeader } from './client.ts'

/**
 * A rendition as a data URL. An `<img>` would ask by itself, but then the journal could not tell that it is the console
 * who asks, and a service in this tab may answer fetch alone.
 */
export function picture(path: string) {
  return queryOptions({
    queryKey: ['pictures', path],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${serviceUrl}${path}`, { headers: sourceHeader, signal })

      if (!response.ok) throw new Error(`There is no picture at ${path}.`)

      return dataUrl(await response.blob())
    },
    // Another picture has another address.
    staleTime: 'static',
    retry: false,
  })
}

function dataUrl(content: Blob): Promise<string> {
  const reader = new FileReader()

  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () =>
      // Read as a URL it is a text.
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture can’t be read.')))
    reader.readAsDataURL(content)
  })
}
