import { z } from 'zod'
import notImplementedData from './not-implemented.json' with { type: 'json' }

/** A part of the real service that the sandbox does not implement. */
const NotImplementedPaths = z.object({
  what: z.string(),
  /** Its paths, which include everything below them. */
  paths: z.array(z.string()),
})
export type NotImplementedPaths = z.infer<typeof NotImplementedPaths>

export const notImplementedPaths: readonly NotImplementedPaths[] = z
  .array(NotImplementedPaths)
  .parse(notImplementedData)

/** The resource of the real service at a path; undefined for an unknown path. */
export function notImplementedAt(path: string): NotImplementedPaths | undefined {
  const segments = path.toLowerCase().split('/')

  return notImplementedPaths.find(({ paths }) =>
    paths.some((pattern) =>
      pattern.split('/').every((want, index) => want.startsWith(':') || want === segments[index]),
    ),
  )
}
