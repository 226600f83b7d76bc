import type { FaultRule } from './faults/fault-rule.ts'
import type { Exchange, ExchangeReply } from '../data/model/exchanges/exchange.ts'

/** What `passthrough` may name: a path with or without a method, or a definition. */
export const passthroughItem = /^(?:(?:[A-Z]+ +)?\/\S*|[\w.-]+)$/i

/** What is passed on, and how: to a target, or to a recording. */
export interface PassthroughSettings {
  readonly passthrough: readonly string[]
  /** Whether only a recording answers. */
  readonly strict: boolean
  readonly recording: Upstream | undefined
}

/** The rules for `passthrough`: `/api/search/*`, `GET /api/entities/:id`, `M.Asset`. Of a recording, everything. */
export function passthroughRules({ passthrough, strict, recording }: PassthroughSettings): FaultRule[] {
  const items = recording && passthrough.length === 0 ? ['/*'] : passthrough
  const effect: FaultRule['effect'] = {
    kind: 'passthrough',
    ...(recording && (strict ? { fallback: false } : { compare: true })),
  }
  const definitions = items.filter((item) => !item.includes('/'))
  const routes = items.filter((item) => item.includes('/'))

  return [
    ...routes.flatMap((route): FaultRule[] => {
      const [path, method] = route.split(/ +/).toReversed()
      const rule = { name: `passthrough ${route}`, effect }
      const match = { path, ...(method !== undefined && { method }) }
      // HEAD tells what GET returns. Recordings seldom have one.
      const hasHead = method?.toUpperCase() === 'GET' && !recording

      return [
        { ...rule, match },
        ...(hasHead ? [{ name: `passthrough HEAD ${path}`, match: { path, method: 'HEAD' }, effect }] : []),
      ]
    }),
    ...(definitions.length === 0
      ? []
      : [
          {
            name: `passthrough ${definitions.join(', ')}`,
            effect: { ...effect, definitions },
          } satisfies FaultRule,
        ]),
  ]
}

/** Something else that may answer requests instead of the sandbox: the real service, or a recording of it. */
export interface Upstream {
  /** Its address, or the name of the recording. */
  readonly name: string
  /**
   * @param timeout how long to wait, in milliseconds
   *
   * @throws {UpstreamFailure} when it does not answer
   */
  ask(exchange: Exchange, timeout?: number): Promise<ExchangeReply>
}

/** The source, in the journal, of exchanges of a recording. */
export const recordingSource = 'recording'

/** An upstream did not answer, or not in a usable way. */
export class UpstreamFailure extends Error {
  /** The status of the response, unless the sandbox answers instead. */
  readonly status: number

  constructor(message: string, status = 502) {
    super(message)
    this.status = status
  }
}
