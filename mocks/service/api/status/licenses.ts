import { z } from 'zod'
import { entityStatistics } from '../../../data/model/statistics/entity-statistics.ts'
import { Timestamp } from '../../../data/model/shared/json.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'
import { rounded, statusResource } from './status-resource.ts'

/** What the license allows. */
const plan = { users: 100_000, entities: 10_000_000, storage_in_bytes: 1000 * 2 ** 30 }

/** A license with this number of days left, or fewer, is about to expire. */
const expiryNotice = 30

/** State of the license (interface 4.4.11), which is for the current calendar year. */
export const licenses = statusResource('licenses', {
  rule: '4.4.11',
  description: 'State of the license.',
  indexEntry: { member: 'licenses' },
  members: {
    licenses: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['Valid', 'ExpiresSoon']),
        valid_from: Timestamp,
        valid_until: Timestamp,
        days_left: z.int(),
        usage: z.array(
          z.object({ name: z.string(), used: z.number(), limit: z.number(), percentage: z.number() }),
        ),
      }),
    ),
  },
  read(call) {
    const now = call.sandbox.clock.now()
    const year = new Date(now).getUTCFullYear()
    const [from, until] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
    const daysLeft = Math.ceil((until - now) / dayLength)
    const used = {
      users: call.data.entities.group('definition', 'User').size,
      entities: call.data.entities.size,
      storage_in_bytes: entityStatistics(call.data).bytes,
    }

    return {
      licenses: [
        {
          name: 'Enterprise',
          state: daysLeft <= expiryNotice ? ('ExpiresSoon' as const) : ('Valid' as const),
          valid_from: new Date(from).toISOString(),
          valid_until: new Date(until).toISOString(),
          days_left: daysLeft,
          usage: (['users', 'entities', 'storage_in_bytes'] as const).map((name) => ({
            name,
            used: used[name],
            limit: plan[name],
            percentage: rounded((100 * used[name]) / plan[name]),
          })),
        },
      ],
    }
  },
})
