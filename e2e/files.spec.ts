import { isDeep } from '../mocks/testing/scale.ts'
import { serveSandbox } from './testing/serve-sandbox.ts'
import { expect, test } from './testing/plain-test.ts'

interface Asset {
  id: number
  properties: {
    Media: { identifier: string }
    Width: number
    Height: number
    FileProperties: { properties: { content_type: string } }
  }
}

test('Chromium decodes every seeded picture, and plays videos and sounds', async ({ page }) => {
  await using server = await serveSandbox({ entities: 150 })
  const query = encodeURIComponent("Definition.Name=='M.Asset'")
  const found = await fetch(`${server.url}/api/entities/query?query=${query}&take=100`)
  const { items: assets } = (await found.json()) as { items: Asset[] }
  const ofMedia = (media: string) => assets.filter(({ properties }) => properties.Media.identifier === media)
  const addressOf = ({ id }: Asset, rendition = 'downloadOriginal') =>
    `${server.url}/api/gateway/${id}/${rendition}`

  // Each takes some tens of milliseconds to make.
  const most = isDeep ? Infinity : 12
  const shown = assets.slice(0, most)
  const images = ofMedia('image').slice(0, most)
  const pictures = [
    ...shown.map((asset) => addressOf(asset, 'thumbnail')),
    ...images.map((asset) => addressOf(asset)),
  ]
  // On an empty page: those of the service have a policy against scripts and pictures.
  const sizes = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(async (address) => {
          const image = new Image()

          image.src = address
          await image.decode()

          return [image.naturalWidth, image.naturalHeight]
        }),
      ),
    pictures,
  )

  expect(sizes).toEqual([
    ...shown.map(() => [240, 160]),
    ...images.map(({ properties: { Width, Height } }) => [Width, Height]),
  ])

  for (const media of ['video', 'audio'] as const) {
    const [asset] = ofMedia(media)

    if (!asset) throw new Error(`No ${media} was seeded.`)

    const played = await page.evaluate(
      async ([kind, address]) => {
        const element = document.createElement(kind)

        element.muted = true
        element.src = address
        await element.play()
        await new Promise((resolve) => element.addEventListener('timeupdate', resolve, { once: true }))

        return { duration: Math.round(element.duration), error: element.error }
      },
      [media, addressOf(asset)] as const,
    )

    expect(asset.properties.FileProperties.properties.content_type).toBe(
      media === 'video' ? 'video/webm' : 'audio/wav',
    )
    expect(played).toEqual({ duration: media === 'video' ? 2 : expect.any(Number), error: null })
    expect(played.duration).toBeGreaterThan(1)
  }
})
