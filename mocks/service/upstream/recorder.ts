import { harOf, type Har } from '../control/journal/har.ts'
import { journalEntryResource } from '../control/journal/journal-resource.ts'
import { readJson } from '../../data/model/shared/read-json.ts'
import { version } from '../../data/model/shared/version.ts'
import type { Sliced } from '../../data/model/shared/slices.ts'
import type { FaultRule } from '../../sandbox/faults/fault-rule.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { recordingSource } from '../../sandbox/upstream.ts'
import type { Scrubber } from './scrub.ts'

/** Passes everything on, also sign-ins, and answers nothing by itself. The rule of the console lets its sandbox answer. */
export const recordingRule: FaultRule = {
  name: 'record',
  effect: { kind: 'passthrough', fallback: false, timeout_ms: 60_000 },
}

/** Limits of the journal while everything is recorded. */
export const recordingJournal = { entries: 100_000, bodyBytes: 64 * 2 ** 20, totalBytes: 2 ** 30 }

type Entry = Har['log']['entries'][number]

/** What a target answered, as an archive, after that of earlier recordings. Personal data and secrets are replaced. */
export function* recordedArchive(
  { journal }: Sandbox,
  scrubber: Scrubber,
  earlier: readonly Entry[] = [],
): Sliced<Har> {
  const answered = journal
    .entries()
    .filter((entry) => entry.isAnsweredUpstream && entry.source !== recordingSource)
  const har = harOf([], '', version)

  har.log.entries.push(...earlier)
  for (const entry of answered) {
    yield
    // Links in a response have the base to which its request was sent.
    const { log } = harOf([journalEntryResource(entry)], entry.baseUrl, version)

    har.log.entries.push(...log.entries.map((each) => scrubbed(each, scrubber)))
  }

  return har
}

function scrubbed(entry: Entry, scrubber: Scrubber): Entry {
  const { request, response } = entry
  const query = request.queryString.map(({ name, value }) => ({ name, value: scrubber.text(value, name) }))

  return {
    ...entry,
    request: {
      ...request,
      url: scrubber.text(request.url),
      queryString: query,
      headers: scrubbedHeaders(request.headers, scrubber),
      ...(request.postData ? { postData: scrubbedContent(request.postData, scrubber) } : {}),
    },
    response: {
      ...response,
      headers: scrubbedHeaders(response.headers, scrubber),
      content: scrubbedContent(response.content, scrubber),
    },
  }
}

function scrubbedHeaders(
  headers: Entry['request']['headers'],
  scrubber: Scrubber,
): Entry['request']['headers'] {
  return headers.map(({ name, value }) => ({ name, value: name === 'host' ? value : scrubber.text(value) }))
}

function scrubbedContent<
  C extends { mimeType: string; text?: string | undefined; encoding?: string | undefined },
>(content: C, scrubber: Scrubber): C {
  const { text, mimeType, encoding } = content

  if (text === undefined || encoding !== undefined) return content

  return { ...content, text: /\bjson\b/i.test(mimeType) ? scrubbedJson(text, scrubber) : scrubber.text(text) }
}

/** The text as it was, byte for byte, if nothing in it is replaced. */
function scrubbedJson(text: string, scrubber: Scrubber): string {
  try {
    const value = readJson(text)
    const clean = scrubber.value(value)

    return clean === value ? text : JSON.stringify(clean)
  } catch {
    return scrubber.text(text) // truncated or damaged
  }
}
