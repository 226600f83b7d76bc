import { CopyOptions } from '../../model/copy/copy-options.ts'
import { optionalBody } from '../../http/declaration/body.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { copy, copyEntity } from '../../api/copy/copy.ts'
import { entityId } from '../../api/entities/entity-schema.ts'

/** Copying in the background, which a sandbox has done by the time it answers. */
export const copyAsync: Route[] = [
  post('/api/entities/:id/copyasync', copyEntity, {
    description: 'Copies an entity as `copy` does. Nothing is left to wait for.',
    source: observed('the public documentation'),
    params: { id: entityId },
    query: { culture },
    body: optionalBody(CopyOptions),
    replies: copy[0]?.replies ?? {},
  }),
]
