import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import type { Har } from '../../data/model/exchanges/har.ts'
import type { Sliced } from '../../data/model/shared/slices.ts'
import type { FaultRule } from '../../sandbox/faults/fault-rule.ts'
import { archiveOf, harEntryOf } from '../../sandbox/journal/archive.ts'
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

/** What a target answered, as an archive, after what earlier recordings have. Personal data and secrets are replaced. */
export function recordedArchive(
  { journal }: Sandbox,
  scrubber: Scrubber,
  earlier: readonly Exchange[] = [],
): Sliced<Har> {
  const answered = journal
    .entries()
    .filter((entry) => entry.isAnsweredUpstream && entry.source !== recordingSource)
  const known = new Set(earlier)

  return archiveOf([...earlier, ...answered], (exchange) => {
    const entry = harEntryOf(exchange)

    return known.has(exchange) ? entry : scrubber.value(entry)
  })
}
