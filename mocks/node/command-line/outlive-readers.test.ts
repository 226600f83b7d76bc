import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { outliveReaders } from './outlive-readers.ts'

test('output continues when its reader has closed it, and fails for any other reason', () => {
  const stream = new PassThrough()

  outliveReaders([stream])

  expect(stream.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe(true)
  expect(() => stream.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toThrow(
    'no space',
  )
})
