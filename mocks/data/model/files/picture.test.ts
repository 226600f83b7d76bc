import { expect, test } from 'vitest'
import { pictureOf } from './picture.ts'

const size = { width: 240, height: 160 }

test('picture: an entity always has the same picture, other entities have others', () => {
  const entity = { id: 1000, definition: 'M.Asset', properties: { Title: 'Dunes' } }

  expect(pictureOf(entity, size)).toBe(pictureOf(entity, size))
  expect(pictureOf(entity, size)).not.toBe(pictureOf({ ...entity, id: 1001 }, size))
})

test('a picture is small, has the requested size and no external references', () => {
  for (let id = 1; id < 400; id++) {
    const picture = pictureOf({ id, definition: id % 3 ? 'M.Asset' : 'M.PCM.Product', properties: {} }, size)

    expect(picture.length).toBeLessThan(4000)
    expect(picture).toContain('width="240" height="160"')
    expect(picture).not.toMatch(/NaN|undefined|href|url\((?!#)/)
  }
})

test('picture: text from the entity is escaped, characters XML does not allow are removed', () => {
  const Title = `<script>"&"</script>\u0000\uD800\uFFFF 🐚`
  const picture = pictureOf({ id: 1, definition: 'M.Asset', properties: { Title } }, size)

  expect(picture).toContain('<title>&lt;script&gt;&quot;&amp;&quot;&lt;/script&gt; 🐚</title>')
})
