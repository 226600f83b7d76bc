import type { Notification } from '../../model/notifications/notification.ts'
import { builtInUsers } from '../../model/users/built-in-users.ts'
import { momentAfter, momentWithin } from './dates.ts'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'

/** The two types of interface 2.4.1 are the common ones. */
const types = [
  'SearchChanged',
  'SearchChanged',
  'SearchChanged',
  'OrderCompleted',
  'OrderCompleted',
  'OrderPartiallyFailed',
  'ImportCompleted',
  'MassEditJobCompleted',
  'DiscussionCreated',
  'AnnotationWithMention',
] as const

const typesForEveryone = ['SearchChanged', 'ImportCompleted', 'ReportingLogOrderCompleted'] as const

const authors = [6, 7, 9, 10]

/** The notifications of a new sandbox: those of a few weeks for each persona, and some for everyone. */
export function seedNotifications(seed: number): Notification[] {
  const notifications = [
    ...builtInUsers.flatMap(({ userId }) => {
      const stream = createStream(seed, 'notification', userId)

      return Array.from({ length: stream.between(5, 9) }, () =>
        notificationOf(stream, { type: stream.pick(types), userId }),
      )
    }),
    ...typesForEveryone.map((type, index) =>
      notificationOf(createStream(seed, 'notification', 'everyone', index), { type, userId: null }),
    ),
  ]

  return notifications
    .sort((one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn))
    .map((notification, index) => ({ id: index + 1, ...notification }))
}

function notificationOf(
  stream: RandomStream,
  { type, userId }: Pick<Notification, 'type' | 'userId'>,
): Omit<Notification, 'id'> {
  const createdOn = momentWithin(stream, -40, -1)
  const wasChanged = stream.chance(0.4)
  const author = stream.pick(authors)

  return {
    type,
    userId,
    channels: [
      { name: 'EmailNotification', isChecked: stream.chance(0.4) },
      { name: 'RealTimeNotification', isChecked: stream.chance(0.9) },
    ],
    createdOn,
    createdBy: author,
    modifiedOn: wasChanged ? momentAfter(stream, createdOn) : createdOn,
    modifiedBy: wasChanged && userId !== null ? userId : author,
  }
}
