import { DataFile, dataFileText } from '../../model/data-file/data-file.ts'
import { deepestFile } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { jsonBody } from '../../http/declaration/body.ts'
import { flag } from '../../http/declaration/parameters.ts'
import { anyObject, content, reply } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { get, post } from '../control-route.ts'
import type { Checkpoint } from '../../sandbox/state/checkpoint.ts'

/** 100,000 entities take about 100 MiB. The longest text that JavaScript holds is 512. */
export const importLimit = 500 * 1024 * 1024

/** A reply with a data file. */
export const dataFile = content('The data file.', ['application/json'], {
  'Content-Disposition': 'A name for the file.',
})

/** Everything a sandbox holds, as one file. */
export const data: Route[] = [
  get('/__sandbox/export', exportData, {
    does: 'Streams everything that the sandbox holds, as one file.',
    replies: { 200: dataFile },
  }),
  post('/__sandbox/import', importData, {
    does: 'Replaces everything that the sandbox holds by what a data file has.',
    bodyLimit: importLimit,
    query: { base: flag('Whether a reset goes back to what is imported, from now on.') },
    body: jsonBody(DataFile, deepestFile),
    replies: { 200: reply('How many records there are.', anyObject) },
  }),
]

/** Streams the data file. It holds the moment at which it was asked for, whatever changes while it is read. */
function exportData(call: Call): Reply {
  return dataFileReply(call, call.sandbox.checkpoint(), call.sandbox.id)
}

/** A moment of the sandbox as a data file. */
export function dataFileReply(call: Call, { state, random, clock }: Checkpoint, name: string): Reply {
  const { seed } = call.sandbox.settings

  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.json"`,
    },
    body: stream(dataFileText(state, { seed, random, clock })),
  }
}

async function importData(call: Call<unknown, DataFile>): Promise<Reply> {
  const isBase = call.query.get('base') === 'true'

  await call.sandbox.import(call.body, { isBase, by: call.userName })

  const { tables } = call.sandbox.store

  return json({
    counts: Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.size])),
  })
}

async function* stream(parts: Iterable<string>): AsyncGenerator<string> {
  yield* parts
}
