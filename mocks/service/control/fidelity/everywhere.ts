import { z } from 'zod'
import { severities } from '../../../data/model/shared/warnings.ts'
import { notImplementedPaths } from '../../http/routing/router.ts'
import everywhereData from './everywhere.json' with { type: 'json' }

/** Decisions for every route. Those about one route are in its declaration. */
export const everywhere = z
  .array(
    z.object({
      text: z.string(),
      rules: z.string().exactOptional(),
      warning: z.enum(severities).exactOptional(),
    }),
  )
  .parse(everywhereData)

/** What the sandbox does not do, with its paths, after a method if others are implemented. */
export const notImplemented: readonly {
  readonly text: string
  readonly rules?: string
  readonly paths?: readonly string[]
}[] = [
  {
    text: 'Events: the interface shows none. The sandbox has its own events under /__sandbox.',
    rules: '6.1',
  },
  { text: 'Single sign-on and cookies of a signed-in browser.' },
  { text: 'Locks and saved selections: filters on them find nothing.' },
  ...notImplementedPaths.map(({ what, paths }) => ({ text: what, paths })),
]
