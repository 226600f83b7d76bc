import { expect, test } from 'vitest'
import { pixelSizeOf } from './renditions.ts'

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  )
const zeros = (count: number) => Array.from({ length: count }, () => 0)

/** Each file is only as long as its size needs: 37 pixels wide, 21 high. */
test.each<[kind: string, content: Uint8Array]>([
  ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 37, 0, 0, 0, 21])],
  ['GIF', bytes('GIF89a', [37, 0, 21, 0])],
  [
    'JPEG with segments before the frame',
    bytes('\xff\xd8\xff\xe0', [0, 4, 1, 2], '\xff\xc4', [0, 2], '\xff\xc2', [0, 11, 8, 0, 21, 0, 37, 1]),
  ],
  [
    'JPEG with bytes of 0xff before its markers',
    bytes('\xff\xd8\xff\xff\xe0', [0, 4, 1, 2], '\xff\xff\xff\xc0', [0, 11, 8, 0, 21, 0, 37, 1]),
  ],
  ['lossy WebP', bytes('RIFF', zeros(4), 'WEBPVP8 ', [10, 0, 0, 0], zeros(6), [37, 0x40, 21, 0])],
  // 14 bits each, less one: 36 | 20 << 14.
  ['lossless WebP', bytes('RIFF', zeros(4), 'WEBPVP8L', [5, 0, 0, 0], [0x2f, 36, 0, 5, 0])],
  ['extended WebP', bytes('RIFF', zeros(4), 'WEBPVP8X', [10, 0, 0, 0], zeros(4), [36, 0, 0, 20, 0, 0, 0])],
])('the size of a %s is read from its content', (_, content) => {
  expect(pixelSizeOf([content])).toEqual({ width: 37, height: 21 })
})

test.each<[what: string, content: Uint8Array]>([
  ['text', bytes('not really a picture')],
  ['nothing', bytes()],
  ['a truncated PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0])],
  ['a JPEG without a frame', bytes('\xff\xd8\xff\xe0', [0, 4, 1, 2], 'rest')],
  ['a picture with zero pixels', bytes('GIF89a', zeros(4))],
])('%s has no size', (_, content) => {
  expect(pixelSizeOf([content])).toBeUndefined()
})
