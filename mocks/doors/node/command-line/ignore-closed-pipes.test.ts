import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ignoreClosedPipes } from './ignore-closed-pipes.ts'

test('a closed pipe is ignored; other errors are thrown', () => {
  const stream = new PassThrough()

  ignoreClosedPipes([stream])

  expect(stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe(true)
  expect(() => stream.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toThrow(
    'no space',
  )
})
