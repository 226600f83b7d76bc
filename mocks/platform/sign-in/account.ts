import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { noContent, type Reply } from '../../http/replies/reply.ts'
import { post, type Route } from '../../http/routing/route.ts'
import { Forbidden, NotFound } from '../../model/shared/errors.ts'
import type { Data } from '../../model/tables.ts'
import { readUser, type User } from '../../sandbox/access/users.ts'

type OneUser = { userId: string }

/** What existing clients do for a user's account. A user may do it for itself, an administrator for anyone. */
export const account: Route[] = [
  post('/api/account/:userId/setpassword', setPassword, { access: 'read' }),
  post('/api/account/:userId/resetpassword', resetPassword, { access: 'read' }),
  post('/api/account/:userId/sendconfirmationemail', sendConfirmation, { access: 'read' }),
]

async function setPassword(call: Call<OneUser>): Promise<Reply> {
  const { password } = call.json(
    z.object({ password: z.string().min(1, 'A password has one character at least.') }),
  )

  await call.change((draft) => draft.passwords.put({ userId: userOf(call, draft).id, password }))

  return noContent()
}

/** The password is the user name again. */
async function resetPassword(call: Call<OneUser>): Promise<Reply> {
  await call.change((draft) => draft.passwords.delete(userOf(call, draft).id))

  return noContent()
}

/** A sandbox sends no mail: that the user exists is all there is to confirm. */
function sendConfirmation(call: Call<OneUser>): Reply {
  userOf(call, call.data)

  return noContent()
}

function userOf(call: Call<OneUser>, data: Data): User {
  const user = readUser(data, Number(call.params.userId))

  if (!user) throw new NotFound(`User ${call.params.userId.slice(0, 100)} was not found.`)
  if (user.id !== call.user.id && call.user.role !== 'administrator') {
    throw new Forbidden(
      `User "${call.user.name}" is no administrator, so it may do this for its own account only.`,
    )
  }

  return user
}
