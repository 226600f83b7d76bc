import { z } from 'zod'
import { packageVersions } from '../../../data/model/shared/version.ts'
import { statusResource } from './status-resource.ts'

/** Overview of assemblies and their versions (interface 4.4.3). */
export const versions = statusResource('version', {
  rule: '4.4.3',
  description: 'Overview of assemblies and their versions.',
  members: {
    product_version: z.string(),
    assemblies: z.array(z.object({ name: z.string(), version: z.string() })),
  },
  read: () => ({ product_version: packageVersions[0].version, assemblies: [...packageVersions] }),
})
