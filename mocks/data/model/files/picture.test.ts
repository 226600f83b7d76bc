import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pictureOf } from './picture.ts'

const size = { width: 240, height: 160 }

/** Reads a PNG of indexes, with its checksums. */
function decoded(png: Uint8Array) {
  const bytes = Buffer.from(png)
  const chunks = new Map<string, Buffer>()

  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  for (let at = 8; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)

    expect(bytes.readUInt32BE(end)).toBe(crc32(bytes.subarray(at + 4, end)))
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, end))
    at = end + 4
  }

  const [head, palette = Buffer.alloc(0), data = Buffer.alloc(0)] = ['IHDR', 'PLTE', 'IDAT'].map((type) =>
    chunks.get(type),
  )
  const [width = 0, height = 0] = [head?.readUInt32BE(0), head?.readUInt32BE(4)]
  const rows = inflateSync(data)

  expect([...(head?.subarray(8) ?? [])]).toEqual([8, 3, 0, 0, 0])
  expect(rows).toHaveLength((width + 1) * height)
  expect(Math.max(...new Set(rows))).toBeLessThan(palette.length / 3)

  return { width, height, colours: new Set(rows).size, last: [...chunks.keys()].at(-1) }
}

test('picture: an entity always has the same picture, other entities have others', () => {
  const entity = { id: 1000 }

  expect(pictureOf(entity, size)).toEqual(pictureOf(entity, size))
  expect(pictureOf(entity, size)).not.toEqual(pictureOf({ id: 1001 }, size))
})

test('a picture is a small PNG of the requested size, in which something is drawn', () => {
  for (let id = 1; id < 100; id++) {
    const picture = pictureOf({ id }, size)
    const { colours, ...rest } = decoded(picture)

    expect(picture.length).toBeLessThan(8000)
    expect(rest).toEqual({ ...size, last: 'IEND' })
    expect(colours).toBeGreaterThan(20)
  }
})

test.each([
  [1, 1],
  [1, 400],
  [900, 3],
])('a picture of %i by %i pixels is valid', (width, height) => {
  expect(decoded(pictureOf({ id: 1 }, { width, height }))).toMatchObject({
    width,
    height,
  })
})

test('a picture is filled up to a size in bytes', () => {
  const picture = pictureOf({ id: 1 }, size, 60_000)

  expect(picture).toHaveLength(60_000)
  expect(decoded(picture)).toMatchObject({ ...size, last: 'IEND' })
})
