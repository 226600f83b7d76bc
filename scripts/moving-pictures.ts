/** The moving pictures in docs/images, of what no still one shows. `npm run pictures` makes them, as GIFs. */
import type { Locator, Page } from '@playwright/test'
import { decode, type DecodedPng } from 'fast-png'
import { encode } from 'modern-gif'
import { connect } from '../mocks/client/remote-connection.ts'
import type { SandboxClient } from '../mocks/client/sandbox-client.ts'

/** A screenshot, as a PNG, and how long it is shown, in milliseconds. */
interface Frame {
  readonly png: Uint8Array
  readonly delay: number
}

/** Opens a page of the console, by its path. */
export type OpenPage = (path: string) => Promise<Page>

type Scene = (open: OpenPage, base: string) => Promise<Frame[]>

export const size = { width: 1280, height: 720 }

/** The part of the picture that a test has, and the one of its console in that. */
const column = { width: size.width / 2, height: size.height }
const view = { width: column.width - 20, height: 560 }

export const movingPictures: Readonly<Record<string, Scene>> = {
  'a-world-per-test': async (open, base) => {
    const tests = await Promise.all(worlds.map((world, index) => openWorld(open, base, world, index)))
    const stage = await open('/')
    const frames: Frame[] = []
    const show = async (delay: number): Promise<void> => {
      await stage.setContent(`${stageStyle}<main>${(await Promise.all(tests.map(columnOf))).join('')}</main>`)
      await stage.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete))
      frames.push({ png: await stage.screenshot(), delay })
    }

    await show(2000)
    // In turn, so that one sees that nothing happens in the other.
    for (const step of [0, 1]) {
      for (const test of tests) {
        test.step = step
        await test.world.steps[step]?.run(test.sandbox)
        await test.page.waitForTimeout(1500)
        // The list has what the test changed.
        const changes = test.page.getByRole('button', { name: '1 change, show' })

        if (await changes.isVisible()) await changes.click()
        await test.page.waitForTimeout(500)
        await show(step === 1 && test === tests.at(-1) ? 4000 : 2200)
      }
    }

    return frames
  },
  simulate: async (open) => {
    const page = await open('/simulate')
    const frames: Frame[] = []
    const show = async (delay: number): Promise<void> => {
      frames.push({ png: await page.screenshot(), delay })
    }
    const press = async (control: Locator): Promise<void> => {
      await control.scrollIntoViewIfNeeded()
      await control.evaluate((element) => (element.style.outline = '3px solid #e8590c'))
      await show(1200)
      await control.click()
      await control.evaluate((element) => (element.style.outline = ''))
      await page.waitForTimeout(1000)
      await page.evaluate(() => document.querySelector('main .overflow-auto')?.scrollTo(0, 0))
    }

    await show(1500)
    for (const name of ['One worker down', '30 s', 'Enter search-degraded']) {
      await press(page.getByRole('button', { name }))
      await show(2500)
    }

    return frames
  },
}

interface World {
  readonly title: string
  /** Where its console is. */
  readonly path: string
  readonly steps: readonly {
    readonly code: string
    readonly run: (sandbox: SandboxClient) => Promise<unknown>
  }[]
}

const worlds: readonly World[] = [
  {
    title: 'a new asset is listed',
    path: '/entities?definition=M.Asset',
    steps: [
      {
        code: "await sandbox.give('M.Asset', { properties: { Title: 'Leek soup' } })",
        run: (sandbox) => sandbox.give('M.Asset', { properties: { Title: 'Leek soup' } }),
      },
      { code: "await sandbox.actAs('reader')", run: (sandbox) => sandbox.actAs('reader') },
    ],
  },
  {
    title: 'an asset is gone, and a worker is down',
    path: '/entities?definition=M.Asset',
    steps: [
      {
        code: "await sandbox.setHealth('graph/worker-2', 'Red')",
        run: (sandbox) => sandbox.setHealth('graph/worker-2', 'Red'),
      },
      { code: 'await sandbox.remove(1034)', run: (sandbox) => sandbox.remove(1034) },
    ],
  },
]

interface OpenWorld {
  readonly world: World
  readonly sandbox: SandboxClient
  readonly page: Page
  /** The step that was done last. */
  step: number
}

async function openWorld(open: OpenPage, base: string, world: World, index: number): Promise<OpenWorld> {
  const id = `test-${index + 1}`
  const sandbox = await connect(base, { sandbox: id })
  const page = await open(`${world.path}&sandbox=${id}`)

  await page.setViewportSize(view)

  return { world, sandbox, page, step: -1 }
}

/** A test: its code, up to where it is, above the console of its sandbox. */
async function columnOf({ world, page, step }: OpenWorld): Promise<string> {
  const screenshot = (await page.screenshot()).toString('base64')
  const lines = world.steps.map(({ code }, index) => {
    const state = index < step ? 'done' : index === step ? 'now' : 'later'

    return `<div class="${state}">  ${code}</div>`
  })

  return `<section>
<pre>test('${world.title}', async ({ sandbox }) => {${lines.join('')}})</pre>
<img src="data:image/png;base64,${screenshot}" width="${view.width}" height="${view.height}">
</section>`
}

const stageStyle = `<style>
  body { margin: 0; background: #fff; }
  main { display: flex; height: ${size.height}px; }
  section { width: ${column.width}px; padding: 10px; box-sizing: border-box; }
  section + section { border-left: 2px solid #adb5bd; }
  pre { height: ${column.height - view.height - 40}px; margin: 0 0 10px; font: 14px/1.9 monospace; }
  .later { color: #868e96; }
  .now { background: #ffe8cc; }
  img { outline: 1px solid #dee2e6; }
</style>`

/** An animated GIF of frames, which stays below a size. */
export async function gifOf(frames: readonly Frame[]): Promise<Uint8Array> {
  const gif = await encode({
    ...size,
    looped: true,
    loopCount: 0,
    maxColors: 255,
    frames: frames.map(({ png, delay }) => ({ data: withAlpha(decode(png)), delay })),
  })

  if (gif.byteLength > maxSize)
    throw new Error(`The picture has ${gif.byteLength} bytes, more than ${maxSize}.`)

  return new Uint8Array(gif)
}

/** The most bytes of a picture, which who reads the README loads. */
const maxSize = 600_000

/** Screenshots have three channels. */
function withAlpha({ data, channels, width, height }: DecodedPng): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255)

  for (let index = 0; index < width * height; index += 1) {
    for (let channel = 0; channel < channels; channel += 1)
      pixels[4 * index + channel] = data[channels * index + channel] ?? 0
  }

  return pixels
}
