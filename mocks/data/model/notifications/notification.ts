import { z } from 'zod'
import { Json } from '../shared/json.ts'

/** The channels through which notifications are delivered; interface 2.4.2 shows these two. */
export const channelNames = ['EmailNotification', 'RealTimeNotification'] as const
export type ChannelName = (typeof channelNames)[number]

/** A stored notification, from which the resource (interface 2.4.1) is built. */
export const Notification = z.object({
  id: z.int().positive(),
  type: z.string().min(1),
  /** The recipient; null for everyone. */
  userId: z.int().nullable(),
  channels: z.array(z.object({ name: z.enum(channelNames), isChecked: z.boolean() })),
  parameters: Json.optional(),
  createdOn: z.string(),
  createdBy: z.int(),
  modifiedOn: z.string(),
  modifiedBy: z.int(),
})
export type Notification = z.infer<typeof Notification>

export function ownerKey(userId: number | null): string {
  return userId === null ? 'everyone' : String(userId)
}

/** All channels, with those in `checked` checked. */
export function channelsWith(checked: readonly ChannelName[] = channelNames): Notification['channels'] {
  return channelNames.map((name) => ({ name, isChecked: checked.includes(name) }))
}

/** The display name of a type: "Order partially failed" for `OrderPartiallyFailed`. */
export function displayNameOf(type: string): string {
  const words = type.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\s._-]+/)

  return words
    .map((word, index) => (index === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()))
    .join(' ')
}
