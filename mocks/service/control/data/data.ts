import { z } from 'zod'
import { type Imported, summaryLines } from '../../../data/import/import-summary.ts'
import { dataFileText, type ImportSummary } from '../../../data/model/data-file/data-file.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { flag, type QueryOf, type BodyDeclaration } from '../../http/declare-request.ts'
import { parseJsonInSlices } from '../../http/parse-body.ts'
import { contentReply, reply, type Route } from '../../http/declare-route.ts'
import { TimeSlice } from '../../../data/store/time-slice.ts'
import { get, post } from '../control-route.ts'
import type { Checkpoint } from '../../../sandbox/state/sandbox-state.ts'
import { isZip } from '../../../data/import/sources/source-files.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'

/** Data to import: JSON, or the bytes of a zip. */
export const importBody: BodyDeclaration<Promise<object | Uint8Array>> = {
  mediaTypes: ['application/json', 'application/zip'],
  isRequired: true,
  schema: undefined,
  decode: async (request) => {
    if (request.body && isZip(request.body)) return request.body
    if (/\/zip\b/.test(request.header('content-type') ?? ''))
      throw new InvalidRequest({ body: 'It is no zip.' })

    const value = await parseJsonInSlices(request)

    if (typeof value === 'object' && value !== null) return value

    throw new InvalidRequest({ body: 'The body must be a JSON object or array, or a zip.' })
  },
}

/** 100,000 entities need about 100 MiB. The maximum length of a JavaScript string is 512 MiB. */
export const importLimit = 500 * 1024 * 1024

export const dataFile = contentReply('The data file.', ['application/json'], {
  'Content-Disposition': 'A name for the file.',
})

const importParameters = { baseline: flag('Whether resets restore the imported data from now on.') }

const notes = z
  .array(z.object({ text: z.string(), count: z.int(), places: z.array(z.string()).readonly() }))
  .readonly()

export const ImportResult = z.object({
  counts: z.record(z.string(), z.int()).describe('Records, by table.'),
  imported: z.record(z.string(), z.int()).readonly().describe('Number of imported records of each kind.'),
  changed: notes.describe('What was imported in a different form.'),
  skipped: notes.describe('What was not imported.'),
  lines: z.array(z.string()).describe('The summary as text.'),
}) satisfies z.ZodType<ImportSummary>

/** Export and import of all data of a sandbox. */
export const data: Route[] = [
  get('/__sandbox/export', (call) => dataFileReply(call, call.sandbox.checkpoint(), call.sandbox.id), {
    description: 'Streams all data of the sandbox as one file.',
    replies: { 200: dataFile },
  }),
  post('/__sandbox/import', importData, {
    description:
      'Replaces all data of the sandbox with a data file, saved API responses, or a package (zip).',
    bodyLimit: importLimit,
    query: importParameters,
    body: importBody,
    replies: {
      200: reply('The number of records, and what was imported, changed and skipped.', ImportResult),
    },
  }),
]

/** Streams a checkpoint as a data file. Changes in the meantime do not affect it. */
export function dataFileReply(call: Call, { data, random, clock }: Checkpoint, name: string): Reply {
  const { seed } = call.control

  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.json"`,
    },
    body: stream(dataFileText(data, { seed, random, clock })),
  }
}

async function importData(
  call: Call<unknown, Promise<object | Uint8Array>, QueryOf<typeof importParameters>>,
): Promise<Reply> {
  const { importData: readImport } = await import('../../../data/import/import-sources.ts')

  return json(await importInto(call, await readImport({ data: await call.body }), call.query.baseline))
}

/** Replaces all data of the sandbox. */
export async function importInto(
  call: Call,
  { file, summary }: Imported,
  becomesBaseline?: boolean,
): Promise<z.infer<typeof ImportResult>> {
  await call.sandbox.import(file, { becomesBaseline, by: call.userName })

  return {
    counts: Object.fromEntries(Object.entries(call.sandbox.data).map(([name, table]) => [name, table.size])),
    ...summary,
    lines: summaryLines(summary),
  }
}

async function* stream(parts: Iterable<string>): AsyncGenerator<string> {
  const slice = new TimeSlice()

  for (const part of parts) {
    yield part
    await slice.yieldWhenOver()
  }
}
