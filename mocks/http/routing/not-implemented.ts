/** A part of the real service that the sandbox does not implement. */
export interface NotImplementedPaths {
  readonly what: string
  /** Its paths, which include everything below them. */
  readonly paths: readonly string[]
}

export const notImplementedPaths: readonly NotImplementedPaths[] = [
  { what: 'Orders of downloads: their list is empty.', paths: ['/api/downloadorders/:id'] },
  { what: 'Selections of entities.', paths: ['/api/selection'] },
  {
    what: 'Descriptions and targets of jobs.',
    paths: [
      '/api/jobs/:id/description',
      '/api/jobs/:id/targets',
      '/api/v2/jobs/:id/description',
      '/api/v2/jobs/:id/targets',
    ],
  },
  { what: 'Publishing, and its audit.', paths: ['/api/publish', '/api/publishaudit'] },
  {
    what: 'Packages and serialization by HTTP, scripts other than their execution.',
    paths: ['/api/package', '/api/serialization', '/api/scripts'],
  },
  { what: 'Signed addresses of renditions: they have their own addresses.', paths: ['/api/delivery'] },
  {
    what: 'Resources that the real service lists at its root, of which nothing more is known.',
    paths: [
      '/api/taxonomy',
      '/api/suggest',
      '/api/theme',
      '/api/feature-flags',
      '/api/privileges',
      '/api/menu',
      '/api/apikeys',
      '/api/contenttypes',
      '/api/massedits',
      '/api/editorstatus',
      '/api/system',
      '/api/speedtest',
      '/api/entities/:id/routing',
      '/api/entities/:id/linkedassetsstatus',
    ],
  },
]

/** The resource of the real service at a path; undefined for an unknown path. */
export function notImplementedAt(path: string): NotImplementedPaths | undefined {
  const segments = path.toLowerCase().split('/')

  return notImplementedPaths.find(({ paths }) =>
    paths.some((pattern) =>
      pattern.split('/').every((want, index) => want.startsWith(':') || want === segments[index]),
    ),
  )
}
