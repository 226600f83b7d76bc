import { z } from 'zod'
import { post, get } from '../control/control-route.ts'
import { importBody, importInto, importLimit, ImportResult } from '../control/data/data.ts'
import { Har } from '../../data/model/exchanges/har.ts'
import type { Call } from '../http/call.ts'
import { reply, type Route } from '../http/declare-route.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { inSlices } from '../../data/model/shared/slices.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

const Learnt = z.object({
  exchanges: z.int().describe('How many requests the target answered, of those in the journal.'),
  dropped: z.int().describe('How many entries the journal has evicted.'),
  imported: ImportResult.shape.imported.describe('What an import of them would bring, of each kind.'),
  lines: ImportResult.shape.lines,
  scrubbed: z.array(z.string()).describe('What is replaced in them, and how often.'),
})

const listed = z.int().describe('How many exchanges the journal has: the last ones, if there are too many.')

/** Learning from what a target answered, which the journal has, and from archives. */
export const upstreamRoutes: Route[] = [
  get('/__sandbox/upstream/recording', readRecording, {
    description: 'Sums up what the target has answered to requests that were passed on: the data in it.',
    replies: { 200: reply('The summary.', Learnt) },
  }),
  get('/__sandbox/upstream/recording/har', exportRecording, {
    description:
      'Exports what the target has answered as an HTTP Archive (HAR), which can be imported. Personal data are replaced.',
    replies: { 200: reply('The archive.', Har, { 'Content-Disposition': 'A name for the file.' }) },
  }),
  post('/__sandbox/upstream/recording', replay, {
    description:
      'Loads an HTTP Archive (HAR): its data replace those of the sandbox, its exchanges are listed in the journal.',
    bodyLimit: importLimit,
    body: importBody,
    replies: { 200: reply('What was loaded.', ImportResult.extend({ exchanges: z.int(), listed })) },
  }),
]

/** What a target answered, and what was replaced in it. Loaded only when needed, as few pages need it. */
async function recordingOf(sandbox: Sandbox): Promise<{ har: Har; scrubbed: string[] }> {
  const { recordedArchive } = await import('./recording.ts')
  const { defaultScrubRules, Scrubber } = await import('./scrub.ts')
  const scrubber = new Scrubber(defaultScrubRules)

  const har = await inSlices(recordedArchive(sandbox, scrubber))

  return { har, scrubbed: scrubber.lines }
}

async function readRecording({ sandbox }: Call): Promise<Reply> {
  const { har, scrubbed } = await recordingOf(sandbox)
  const { importData } = await import('../../data/import/import-sources.ts')
  const { summaryLines } = await import('../../data/import/import-summary.ts')
  const { exchangesIn } = await import('../../data/model/exchanges/har.ts')
  const { Recording } = await import('./recording.ts')
  const learnt = await importData({ data: har }).then(
    ({ summary }) => ({ imported: summary.imported, lines: summaryLines(summary, 'To import') }),
    async (error: unknown) => {
      if (!(error instanceof InvalidRequest)) throw error

      const data = await new Recording(await inSlices(exchangesIn(har)), '').data()

      return { imported: {}, lines: [data.length > 0 ? error.message : 'There is no data in it yet.'] }
    },
  )

  return json({
    exchanges: har.log.entries.length,
    dropped: sandbox.journal.evictedSince(),
    ...learnt,
    scrubbed,
  })
}

async function exportRecording({ sandbox }: Call): Promise<Reply> {
  return json((await recordingOf(sandbox)).har, 200, {
    'Content-Disposition': 'attachment; filename="recorded.har"',
  })
}

async function replay(call: Call<unknown, Promise<object | Uint8Array>>): Promise<Reply> {
  const { importData } = await import('../../data/import/import-sources.ts')
  const { exchangesOf } = await import('../../data/import/sources/source.ts')
  const { Recording } = await import('./recording.ts')
  const exchanges = await exchangesOf(await call.body, 'body')
  const recording = new Recording(exchanges, 'the recording')
  const imported = await importData({ data: await recording.data() })
  const result = await importInto(call, recording.continued(imported))

  const listed = recording.listIn(call.sandbox)

  return json({ ...result, exchanges: exchanges.length, listed })
}
