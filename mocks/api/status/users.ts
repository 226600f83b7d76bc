import { readUser, userRoles } from '../../sandbox/access/users.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { statusReply } from './status-reply.ts'

const day = 86_400_000

/** How many of those who signed in last are listed. */
const listed = 10

/** Status of the user base (interface 4.4.10). */
export const users: Route[] = [get('/api/status/users', readUsers, { access: 'administer' })]

function readUsers(call: Call): Reply {
  const { sandbox, data, links } = call
  const now = sandbox.clock.now()
  const everyone = Array.from(data.entities.group('definition', 'User').keys()).flatMap((id) => {
    const user = readUser(data, id)
    const { IsEnabled, LastSignInOn } = data.entities.get(id)?.properties ?? {}

    return user ? [{ ...user, isEnabled: IsEnabled !== false, lastSignInOn: textOf(LastSignInOn) }] : []
  })
  const signedInWithin = (days: number) =>
    everyone.filter(({ lastSignInOn }) => lastSignInOn && Date.parse(lastSignInOn) > now - days * day).length
  const sessions = sandbox.signIns.active

  return statusReply(call, 'users', {
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
    last_sign_ins: everyone
      .filter(({ lastSignInOn }) => lastSignInOn !== null)
      .sort((one, other) => Date.parse(other.lastSignInOn ?? '') - Date.parse(one.lastSignInOn ?? ''))
      .slice(0, listed)
      .map(({ id, name, role, lastSignInOn }) => ({
        name,
        role,
        last_sign_in_on: lastSignInOn,
        user: links.entity(id),
      })),
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
