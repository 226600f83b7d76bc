import type { Notification } from '../../model/notifications/notification.ts'
import { createStream } from '../../model/shared/random.ts'
import { builtInUsers } from '../../model/users/users.ts'
import { momentAfter, momentWithin } from './random-dates.ts'
import { createFakers, type Faker } from './fakers.ts'

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
export function generateNotifications(seed: number): Notification[] {
  const fakers = createFakers()
  const drawing = (...of: (string | number)[]) =>
    fakers.drawFrom(createStream(seed, 'notification', ...of)).en
  const notifications = [
    ...builtInUsers.flatMap(({ userId }) => {
      const faker = drawing(userId)

      return Array.from({ length: faker.number.int({ min: 5, max: 9 }) }, () =>
        notificationOf(faker, { type: faker.helpers.arrayElement(types), userId }),
      )
    }),
    ...typesForEveryone.map((type, index) =>
      notificationOf(drawing('everyone', index), { type, userId: null }),
    ),
  ]

  return notifications
    .sort((one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn))
    .map((notification, index) => ({ id: index + 1, ...notification }))
}

function notificationOf(
  { number, datatype, helpers }: Faker,
  { type, userId }: Pick<Notification, 'type' | 'userId'>,
): Omit<Notification, 'id'> {
  const createdOn = momentWithin(number.float(), -40, -1)
  const wasChanged = datatype.boolean(0.4)
  const author = helpers.arrayElement(authors)

  return {
    type,
    userId,
    channels: [
      { name: 'EmailNotification', isChecked: datatype.boolean(0.4) },
      { name: 'RealTimeNotification', isChecked: datatype.boolean(0.9) },
    ],
    createdOn,
    createdBy: author,
    modifiedOn: wasChanged ? momentAfter(number.float(), createdOn) : createdOn,
    modifiedBy: wasChanged && userId !== null ? userId : author,
  }
}
