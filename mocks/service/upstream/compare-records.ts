import type { ContractCheck } from '../control/contract/contract-check.ts'
import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import { lastSegment } from '../../data/model/shared/json.ts'
import { allDifferences, differenceText } from '../../sandbox/journal/json-difference.ts'
import { redactValue } from '../../sandbox/journal/secrets.ts'
import { Scrubber, type ScrubRules } from './scrub.ts'

/** How a target differs from what is expected, with one example. */
export interface Finding {
  /** It leaves the contract, differs from the world, or did not answer. */
  readonly kind: 'contract' | 'world' | 'failure'
  readonly text: string
  readonly example: string
  readonly count: number
}

/** The sandbox with the recorded world. */
export interface RecordedService {
  /** Its response to GET. */
  readonly ask: (path: string) => Promise<{ status: number; value: unknown }>
  readonly scrubRules: ScrubRules
}

/** Collects findings; those with the same text are one. */
export class Findings {
  readonly #byText = new Map<string, Finding>()

  add(kind: Finding['kind'], text: string, example: string): void {
    const known = this.#byText.get(text)

    this.#byText.set(text, { kind, text, example: known?.example ?? example, count: (known?.count ?? 0) + 1 })
  }

  get list(): Finding[] {
    return [...this.#byText.values()]
  }
}

/** Where a response leaves the contract. Any server has headers of its own. */
export function checkContract(
  exchange: Exchange,
  route: string,
  check: ContractCheck,
  findings: Findings,
): void {
  const { method, path, status, responseHeaders, responseBody } = exchange

  if (!responseBody || responseBody === 'streamed' || responseBody.isTruncated) return

  const headers = Object.fromEntries(
    Object.entries(responseHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const body = new TextDecoder().decode(responseBody.content)
  const observed = { status, headers, body, otherHeaders: /^/ }

  for (const problem of check.problemsOf(method, path, observed)) {
    findings.add(
      'contract',
      `${method} ${route} (${status}): ${problem.replaceAll(/\/\d+(?=[/ ])/g, '/*')}`,
      `${method} ${path}: ${problem}`,
    )
  }
}

const kinds = { entitydefinitions: 'definition', datasources: 'option list' } as const

/** What a world is made of: `/api/entitydefinitions/M.Asset`. What entities contain changes all the time. */
const schemaPath = /^\/api\/(entitydefinitions|datasources)\/[^/]+$/

/** Whether a response says that there is no such definition or option list. */
export function isGone({ path, status }: Exchange): boolean {
  return status === 404 && schemaPath.test(path)
}

/** Where the definition or option list in a response is no longer that of the world. */
export async function compareWithRecording(
  exchange: Exchange,
  { ask, scrubRules }: RecordedService,
  findings: Findings,
): Promise<void> {
  const { path, status } = exchange
  const [, collection] = schemaPath.exec(path) ?? []

  if (collection !== 'entitydefinitions' && collection !== 'datasources') return

  const kind = kinds[collection]
  const name = lastSegment(path)
  const ours = await ask(path)

  if (isGone(exchange) && ours.status === 200) findings.add('world', `removed ${kind} ${name}`, `GET ${path}`)
  if (status !== 200) return
  if (ours.status !== 200) {
    findings.add('world', `new ${kind} ${name}`, `GET ${path}`)

    return
  }

  // Redacted and scrubbed alike, whatever else the recordings replaced before.
  const [before, after] = [redactValue(ours.value), exchange.responseJson()].map((value) =>
    new Scrubber(scrubRules).value(value),
  )

  for (const difference of allDifferences(before, after)) {
    const { expected, actual } = difference
    const verb = expected === undefined ? 'new' : actual === undefined ? 'removed' : 'changed'
    const place = difference.path.replaceAll(/\[[^[\]]*\](?!$)/g, '[*]')

    findings.add('world', `${kind}: ${verb} ${place}`, `${name}: ${differenceText(difference)}`)
  }
}

/** Findings as lines to be read by people, by what they are about. */
export function driftLines(target: string, requests: number, findings: readonly Finding[]): string[] {
  const headings = {
    contract: `${target} leaves the contract:`,
    world: `The world is no longer what ${target} has:`,
    failure: `${target} did not answer:`,
  }
  const { length } = findings

  return [
    ...Object.entries(headings).flatMap(([kind, heading]) => {
      const lines = findings
        .filter((each) => each.kind === kind)
        .flatMap(({ text, count, example }) => [
          `  ${text}${count > 1 ? ` (${count} times)` : ''}`,
          `      ${example}`,
        ])

      return lines.length > 0 ? [heading, ...lines] : []
    }),
    length === 0
      ? `${target} is as expected, after ${requests} requests.`
      : `${length} difference${length === 1 ? '' : 's'}, after ${requests} requests.`,
  ]
}
