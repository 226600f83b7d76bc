import { signedInUserIds } from '../../../sandbox/access/sign-ins.ts'
import { z } from 'zod'
import { allUsers, ifEnabled, userRoles } from '../../../data/model/users/users.ts'
import { statusResource } from './status-resource.ts'
import { dayLength } from '../../../data/model/shared/dates.ts'

/** Status of the user base (interface 4.4.10). */
export const users = statusResource('users', {
  rule: '4.4.10',
  description: 'Status of the user base.',
  indexEntry: { member: 'users' },
  members: {
    total: z.int(),
    enabled: z.int(),
    disabled: z.int(),
    roles: z.record(z.string(), z.int()),
    groups: z.int(),
    signed_in_in_last_7_days: z.int(),
    signed_in_in_last_30_days: z.int(),
    active_sessions: z.int(),
    active_users: z.int(),
  },
  read(call) {
    const { sandbox, data } = call
    const now = sandbox.clock.now()
    const everyone = allUsers(data).map((user) => ({
      role: user.role,
      isEnabled: ifEnabled(data, user) !== undefined,
      lastSignIn: data.entities.get(user.id)?.properties.LastSignInOn,
    }))
    const signedInWithin = (days: number) =>
      everyone.filter(
        ({ lastSignIn: on }) => typeof on === 'string' && Date.parse(on) > now - days * dayLength,
      ).length
    const sessions = signedInUserIds(sandbox.state, now)

    return {
      total: everyone.length,
      enabled: everyone.filter(({ isEnabled }) => isEnabled).length,
      disabled: everyone.filter(({ isEnabled }) => !isEnabled).length,
      roles: Object.fromEntries(
        userRoles.map((role) => [role, everyone.filter((user) => user.role === role).length]),
      ),
      groups: data.entities.group('definition', 'UserGroup').size,
      signed_in_in_last_7_days: signedInWithin(7),
      signed_in_in_last_30_days: signedInWithin(30),
      active_sessions: sessions.length,
      active_users: new Set(sessions).size,
    }
  },
})
