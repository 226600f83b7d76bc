import { z } from 'zod'
import { entityId } from '../../api/entities/entity-schema.ts'
import type { BodyCall, Call } from '../../http/call.ts'
import { noContent, type Reply } from '../../http/replies/reply.ts'
import { reply, post, observed, type Route } from '../../http/declare-route.ts'
import { Forbidden } from '../../../data/model/shared/errors.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { userById, type User } from '../../../data/model/users/users.ts'

type UserParams = { userId: string }

const PasswordInput = z.object({
  password: z.string().min(1, 'Expected at least one character.'),
})
const declaration = {
  source: observed('existing clients'),
  access: 'read',
  params: { userId: entityId },
} as const

/** User accounts, for existing clients. Users may change their own account, administrators all accounts. */
export const account: Route[] = [
  post('/api/account/:userId/setpassword', setPassword, {
    description: 'Sets the password of a user.',
    ...declaration,
    body: PasswordInput,
    replies: { 204: reply('The password was set.') },
  }),
  post('/api/account/:userId/resetpassword', resetPassword, {
    description: 'Resets the password of a user to the user name.',
    ...declaration,
    replies: { 204: reply('The password was reset.') },
  }),
  post('/api/account/:userId/sendconfirmationemail', sendConfirmation, {
    description: 'Confirms the address of a user. A sandbox sends no mail.',
    ...declaration,
    replies: { 204: reply('The user exists; nothing was sent.') },
  }),
]

async function setPassword(call: BodyCall<typeof PasswordInput, UserParams>): Promise<Reply> {
  const { password } = call.body

  call.change((draft) => draft.passwords.put({ userId: userOf(call, draft).id, password }))

  return noContent()
}

async function resetPassword(call: Call<UserParams>): Promise<Reply> {
  call.change((draft) => draft.passwords.delete(userOf(call, draft).id))

  return noContent()
}

/** A sandbox sends no mail; only the existence of the user is checked. */
function sendConfirmation(call: Call<UserParams>): Reply {
  userOf(call, call.data)

  return noContent()
}

function userOf(call: Call<UserParams>, data: Data): User {
  const user = userById(data, call.params.userId)

  if (user.id !== call.user.id && call.user.role !== 'administrator') {
    throw new Forbidden(
      `User "${call.user.name}" is not an administrator and may change only their own account.`,
    )
  }

  return user
}
