import type {
  SandboxClient,
  ExpectedRequest,
  ReceivedRequest,
  RequestVerdict,
  SandboxMessage,
} from '../../client/sandbox-client.ts'
import type { EntityMessage, Fault } from '../../client/operations.ts'
import { Expectation } from '../../sandbox/journal/verification.ts'
import { rejectUnknownOptions } from '../../data/model/shared/suggestion.ts'
import type { MessageEvent } from '../../data/model/messages/message.ts'
import { isOperationType, operationText } from '../../sandbox/journal/graphql-operation.ts'

/** Ends a test, and returns the problems that fail it although its assertions passed; undefined when there are none. */
export async function problemsAtEnd(
  sandbox: SandboxClient,
  { unhandled = 'fail' }: { readonly unhandled?: 'fail' | 'allow' | undefined },
  others: readonly string[] = [],
): Promise<string | undefined> {
  const problems = [
    sandbox.assertions.end(),
    ...others,
    unhandled === 'fail' ? await explainUnhandled(sandbox) : undefined,
  ].filter((problem) => problem !== undefined)

  return problems.length === 0 ? undefined : problems.join('\n\n')
}

/** Lists the requests that match no route, with the nearest route of each; undefined when there are none. */
async function explainUnhandled(sandbox: SandboxClient): Promise<string | undefined> {
  const unhandled = (await sandbox.requests()).filter((request) => request.unmatched)

  if (unhandled.length === 0) return undefined

  return [
    'The API has no route for these requests:',
    ...unhandled.map((request) => `  ${requestLine(request)}\n    ${routeProblem(request)}`),
    'If the test sends them intentionally, set the option "unhandled" to "allow".',
  ].join('\n')
}

export interface ReceivedOptions extends Omit<ExpectedRequest, 'method' | 'path'> {
  /** Variables of the GraphQL operation, with their values. */
  readonly variables?: NonNullable<ExpectedRequest['graphql']>['variables']
  /** How long to wait for the request, in milliseconds. */
  readonly timeout?: number
}

/** Members of the message that is expected, such as `TargetId`. */
export type SentMembers = Readonly<Partial<Omit<EntityMessage['saveEntityMessage'], 'EventType'>>>

/** How often it is expected, by default at least once, and how long to wait for it, in milliseconds. */
export type SentOptions = Pick<ReceivedOptions, 'count' | 'atLeast' | 'atMost' | 'since' | 'timeout'>

export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

const pollInterval = 20

/** What a matcher is called with: method and path, or, as msw has them, `query` or `mutation` and the operation's name. */
type RequestName = readonly [method: string, path: string]

interface Check extends ReceivedOptions {
  readonly timeout: number
  readonly isNot: boolean
  /** Why there may have been no requests at all. */
  readonly causes: readonly string[]
}

/** Why a sandbox may have received no requests, by where the application runs. */
export const likelyCauses = {
  page: [
    'the application calls another origin than the option "api", or a path before /api',
    'something in the page answers its requests: a sandbox that does not come from this package, or another mock',
    `a service worker of the application sends them: set serviceWorkers: 'block'`,
    'the application\'s server sends them, not the page: set the option "server"',
    'the test sends them by page.request: use sandbox.fetch()',
  ],
  process: [
    'msw does not have the handlers, or was not started: setupServer(...handlers) and server.listen()',
    'the application calls another origin than the option "api"',
    'the expected request is sent after the assertion has timed out',
  ],
} as const

/** Waits until a sandbox has received a request, or the timeout has passed. With `not`, checks once. */
export async function checkReceived(
  sandbox: SandboxClient,
  name: RequestName,
  check: Check,
): Promise<MatcherResult> {
  const { timeout: _, isNot: __, causes, ...options } = check

  rejectUnknownOptions(options, ['timeout', 'variables', ...Object.keys(Expectation.shape)], 'verify')

  return checkJournal(
    sandbox,
    {
      call: `toHaveReceived('${name.join("', '")}')`,
      what: `received ${name.join(' ')}`,
      expected: expectedRequest(name, options),
      list: async () => requestList(await sandbox.requests(), causes),
    },
    check,
  )
}

/**
 * The matcher of every runner for a message that a sandbox sends to a receiver: waits until it has, accepted or not; with
 * `not`, checks once.
 */
export function toHaveSent(
  this: { readonly isNot?: boolean; readonly timeout?: number },
  sandbox: SandboxClient,
  event: MessageEvent,
  members: SentMembers = {},
  { timeout = this.timeout ?? 1000, ...counts }: SentOptions = {},
): Promise<MatcherResult> {
  return checkJournal(
    sandbox,
    {
      call: `toHaveSent('${event}')`,
      what: `sent ${event} ${JSON.stringify(members)}`,
      expected: { ...counts, outgoing: true, body: { saveEntityMessage: { ...members, EventType: event } } },
      list: async () => messageList(await sandbox.messages()),
    },
    { timeout, isNot: this.isNot ?? false },
  )
}

/** What the journal of a sandbox is expected to have. */
interface ExpectedEntry {
  /** The assertion as in the test, and as a text. */
  readonly call: string
  readonly what: string
  readonly expected: ExpectedRequest
  /** Lines with what there is instead. */
  readonly list: () => Promise<string[]>
}

function checkJournal(
  sandbox: SandboxClient,
  { call, what, expected, list }: ExpectedEntry,
  options: Waiting,
): Promise<MatcherResult> {
  return waitFor(sandbox, call, options, async () => {
    const verdict = await sandbox.verify(expected)

    return {
      isMet: verdict.ok,
      explain: async () => {
        if (verdict.ok || options.isNot) return explain(what, expected, verdict, [])
        const listed = await list()
        const unused = (await sandbox.faults()).filter(({ hits }) => hits === 0)

        return explain(what, expected, verdict, [...listed, ...unused.map(faultLine)])
      },
    }
  })
}

type Waiting = Pick<Check, 'timeout' | 'isNot'>

/** Whether an assertion holds now, and the text if it does not hold, or holds with `not`. */
interface Finding {
  readonly isMet: boolean
  readonly explain: () => Promise<string> | string
}

/** Waits until an assertion holds or the timeout has passed; with `not`, checks once. @param call as in the test */
export function waitFor(
  sandbox: SandboxClient,
  call: string,
  { timeout, isNot }: Waiting,
  check: () => Promise<Finding>,
): Promise<MatcherResult> {
  return sandbox.assertions.watch(`expect(sandbox)${isNot ? '.not' : ''}.${call}`, async () => {
    const deadline = performance.now() + (isNot ? 0 : timeout)
    let finding = await check()

    while (!finding.isMet && performance.now() < deadline && !sandbox.assertions.hasEnded) {
      await new Promise((resolve) => {
        setTimeout(resolve, pollInterval)
      })
      finding = await check()
    }

    // The test is over (it timed out, or did not await this); failing now would fail another test.
    if (sandbox.assertions.hasEnded) return { pass: !isNot, message: () => '' }

    const text = await finding.explain()

    return { pass: finding.isMet, message: () => text }
  })
}

function expectedRequest(
  [method, path]: RequestName,
  { variables, ...expected }: Omit<ReceivedOptions, 'timeout'>,
): ExpectedRequest {
  const isOperation = isOperationType(method)
  const graphql = {
    ...expected.graphql,
    ...(isOperation ? { type: method, operation: path } : {}),
    ...(variables ? { variables } : {}),
  }

  return {
    ...expected,
    ...(isOperation ? {} : { method, path }),
    ...(Object.keys(graphql).length > 0 ? { graphql } : {}),
  }
}

function explain(
  what: string,
  expected: ExpectedRequest,
  verdict: RequestVerdict,
  received: readonly string[],
): string {
  if (verdict.ok) {
    return [
      `Expected the sandbox not to have ${what}, but it has:`,
      ...verdict.entries.map((entry) => `  ${entry.method} ${entry.path} -> ${entry.status}`),
    ].join('\n')
  }

  return [
    `Expected the sandbox to have ${what}${howOften(expected)}.`,
    ...(verdict.found > 0 ? [`It was ${what.split(' ')[0]} ${times(verdict.found)}.`] : []),
    ...(verdict.nearest ? nearestLines(verdict.nearest) : []),
    '',
    ...received,
  ].join('\n')
}

function howOften({ count, atLeast, atMost }: ExpectedRequest): string {
  if (count !== undefined) return ` ${times(count)}`
  if (atLeast !== undefined && atMost !== undefined) return ` ${atLeast} to ${atMost} times`
  if (atLeast !== undefined) return ` at least ${times(atLeast)}`

  return atMost === undefined ? '' : ` at most ${times(atMost)}`
}

function nearestLines(request: NonNullable<RequestVerdict['nearest']>): string[] {
  return [
    `The nearest is request ${request.sequence}, ${requestLine(request)}:`,
    ...request.differences.flatMap(({ path, expected, actual }) => [
      `    ${path}`,
      `  -   ${JSON.stringify(expected)}`,
      `  +   ${actual === undefined ? '(nothing)' : JSON.stringify(actual)}`,
    ]),
  ]
}

const maxListed = 20

function requestList(requests: readonly ReceivedRequest[], causes: readonly string[]): string[] {
  if (requests.length === 0) {
    return [
      'The sandbox has received no requests. If the application has sent some, a likely cause is that',
      ...causes.map((cause) => `  - ${cause}`),
    ]
  }
  const last = requests.slice(-maxListed)
  const more = requests.length - last.length

  return [
    `Requests received${more > 0 ? ` (the last ${maxListed} of ${requests.length})` : ''}:`,
    ...last.map((request) => `  ${request.sequence}. ${requestLine(request)}`),
  ]
}

function messageList(messages: readonly SandboxMessage[]): string[] {
  if (messages.length === 0) {
    return ['There are no messages to receivers: set the option "webhooks", or give a trigger.']
  }

  return [
    'Messages to receivers:',
    ...messages.slice(-maxListed).map(({ number, url, state, problem, message }) => {
      const { EventType, TargetId } = message.saveEntityMessage

      return `  ${number}. ${EventType} ${TargetId} to ${url}: ${state}${problem === null ? '' : `. ${problem}`}`
    }),
  ]
}

export function requestLine(request: ReceivedRequest): string {
  const { status, user } = request

  return `${requestText(request)} -> ${status}${user ? ` by ${user}` : ''}`
}

/** A fault in a line, with its hits: without any, its pattern may be wrong. */
export function faultLine({ id, name = id, match = {}, hits }: Fault): string {
  const { method = 'any method', path = 'any path' } = match

  return `Fault "${name}" of ${method} ${path}: ${hits === 0 ? 'no request was affected' : `affected ${hits} requests`}.`
}

/** The nearest route of a request that matches none, and why it does not match. */
export function routeProblem({ unmatched }: Pick<ReceivedRequest, 'unmatched'>): string {
  const nearest = unmatched?.nearest

  return `${nearest ? `nearest: ${nearest.methods.join(', ')} ${nearest.path}. ` : ''}${unmatched?.reason}`
}

/** The GraphQL operation, or else method and path. */
export function requestText(request: Pick<ReceivedRequest, 'graphql' | 'method' | 'path' | 'query'>): string {
  const { graphql, method, path, query } = request

  return graphql ? operationText(graphql) : `${method} ${path}${query ? `?${query}` : ''}`
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
