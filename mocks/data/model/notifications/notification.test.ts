import { expect, test } from 'vitest'
import { displayNameOf } from './notification.ts'

test.each([
  ['SearchChanged', 'Search changed'],
  ['OrderPartiallyFailed', 'Order partially failed'],
  ['EnrichmentWithAICompleted', 'Enrichment with AI completed'],
  ['Raw', 'Raw'],
  ['my.mail_template', 'my mail template'],
])('notifications: the label of %s is "%s"', (type, label) => {
  expect(displayNameOf(type)).toBe(label)
})
