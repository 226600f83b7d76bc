import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { BodyMemory } from './request-body.ts'

test('request bodies share one limit, and release their share when the request ends', () => {
  const memory = new BodyMemory(100)
  const [one, other] = [new IncomingMessage(new Socket()), new IncomingMessage(new Socket())]

  expect([memory.take(one, 60), memory.take(other, 30), memory.take(other, 20)]).toEqual([true, true, false])

  memory.release(one)

  expect([memory.take(other, 60), memory.take(one, 20)]).toEqual([true, false])
})
