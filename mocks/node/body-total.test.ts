import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BodyTotal } from './body-total.ts'

test('request bodies share one limit, and release their share when the request ends', () => {
  const total = new BodyTotal(100)
  const [one, other] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())]

  expect([total.take(one, 60), total.take(other, 30), total.take(other, 20)]).toEqual([true, true, false])

  total.release(one)

  expect([total.take(other, 60), total.take(one, 20)]).toEqual([true, false])
})
