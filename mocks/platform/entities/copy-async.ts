import { CopyOptions } from '../../model/copy/copy-options.ts'
import { optionalBody } from '../../http/declaration/body.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { copyEntity, copyReplies } from '../../api/copy/copy.ts'
import { entityId } from '../../api/entities/entity-schema.ts'

/** Copying in the background. A sandbox completes the copy before it responds. */
export const copyAsync: Route[] = [
  post('/api/entities/:id/copyasync', copyEntity, {
    description: 'Copies an entity, like `copy`. The copy is complete when the response arrives.',
    source: observed('the public documentation'),
    params: { id: entityId },
    query: { culture },
    body: optionalBody(CopyOptions),
    replies: copyReplies,
  }),
]
