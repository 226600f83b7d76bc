import * as fc from 'fast-check'
import type { ServiceRequest } from '../../service/http/service-request.ts'
import { serviceRequest } from '../ask-service.ts'
import { application } from '../sign-in.ts'
import type { Step } from './linearizable.ts'
import {
  afterHit,
  afterReset,
  changes,
  codes,
  isTaken,
  names,
  nextFault,
  reads,
  redone,
  undone,
  withFault,
  withNote,
  withTokens,
  type KnownState,
  type Name,
  type Tokens,
} from './sandbox-model.ts'

/** A request of a client, before it is known what the client knows when it sends it. */
export interface Command {
  readonly kind: Kind
  readonly name: Name
  readonly code: string
  /** Whether it names the version that its client has read. */
  readonly isConditional: boolean
  /** Whether faults are for it. */
  readonly isUnlucky: boolean
  /** Which of the issued tokens it has: 0 the last ones. */
  readonly pick: number
  /** Macrotasks before it is sent. */
  readonly pause: number
}

export function commandOf(kinds: readonly Kind[]): fc.Arbitrary<Command> {
  return fc.record({
    kind: fc.oneof(...kinds.map((kind) => ({ weight: requests[kind].weight, arbitrary: fc.constant(kind) }))),
    // Most are about one note, so that they conflict.
    name: fc.constantFrom('a', 'a', ...names),
    code: fc.constantFrom(...codes),
    isConditional: fc.boolean(),
    isUnlucky: fc.boolean(),
    pick: fc.nat(2),
    pause: fc.nat(2),
  })
}

/** A version that a client has read. */
export interface Version {
  readonly etag: string
  readonly text: string
}

export interface Sent extends Command {
  /** What it writes, which no other request does. */
  readonly text: string
  readonly expected: Version | undefined
  readonly tokens: Tokens
}

/** Each member of the responses that the model looks at. */
export interface Body {
  readonly id?: number | string
  readonly properties?: { readonly Text: string; readonly Code: string }
  readonly sequence?: number
  readonly steps?: { readonly undo: number; readonly redo: number }
  readonly items?: readonly {
    readonly id: string
    readonly hits: number
    readonly sequence: number
    readonly is_undone: boolean
  }[]
  readonly access_token?: string
  readonly refresh_token?: string
  readonly Message?: string
}

/** What a request did, as its response says. */
type Explanation = (sent: Sent, body: Body) => Step<KnownState>

interface RequestKind {
  /** How often it is sent, compared with others. */
  readonly weight: number
  /** Whether faults can be for it. */
  readonly canFail?: true
  readonly request: (sent: Sent) => ServiceRequest
  readonly responses: { readonly [status: number]: Explanation }
}

/** The kinds of requests. */
export const requests = {
  get: {
    weight: 8,
    canFail: true,
    request: (sent) => serviceRequest('GET', pathOf(sent), { headers: unlucky(sent) }),
    responses: { 200: noteIs, 404: noteIsMissing },
  },
  put: {
    weight: 10,
    canFail: true,
    request: (sent) =>
      serviceRequest('PUT', pathOf(sent), {
        headers: { ...unlucky(sent), ...(sent.expected ? { 'if-match': sent.expected.etag } : {}) },
        json: contentOf(sent),
      }),
    responses: {
      204: (sent) =>
        changes((state) =>
          isCurrent(state, sent) && !isTaken(state, sent.name, sent.code)
            ? withNote(state, sent.name, sent)
            : undefined,
        ),
      400: (sent) => reads((state) => isCurrent(state, sent) && isTaken(state, sent.name, sent.code)),
      404: noteIsMissing,
      412: (sent) => reads((state) => state.data.notes[sent.name] !== undefined && !isCurrent(state, sent)),
    },
  },
  post: {
    weight: 3,
    request: (sent) =>
      serviceRequest('POST', '/api/entities', { json: { identifier: sent.name, ...contentOf(sent) } }),
    responses: {
      201: (sent, { id }) =>
        changes((state) => {
          const after = isTaken(state, sent.name, sent.code) ? undefined : withNote(state, sent.name, sent)

          return after?.data.notes[sent.name]?.id === id ? after : undefined
        }),
      400: ({ name, code }) => reads((state) => isTaken(state, name, code)),
    },
  },
  delete: {
    weight: 1,
    request: (sent) => serviceRequest('DELETE', pathOf(sent)),
    responses: {
      204: ({ name }) =>
        changes((state) => (state.data.notes[name] ? withNote(state, name, undefined) : undefined)),
      404: noteIsMissing,
    },
  },
  undo: {
    weight: 3,
    request: () => serviceRequest('POST', '/__sandbox/undo'),
    responses: {
      200: (_, { sequence, steps }) =>
        changes((state) => {
          const after = state.done.at(-1)?.sequence === sequence ? undone(state) : undefined

          return hasSteps(after, steps) ? after : undefined
        }),
      409: () => reads(({ done }) => done.length === 0),
    },
  },
  redo: {
    weight: 2,
    request: () => serviceRequest('POST', '/__sandbox/redo'),
    responses: {
      200: (_, { sequence, steps }) =>
        changes((state) => {
          const after = state.undone.at(-1)?.sequence === sequence ? redone(state) : undefined

          return hasSteps(after, steps) ? after : undefined
        }),
      409: () => reads((state) => state.undone.length === 0),
    },
  },
  changes: {
    weight: 2,
    request: () => serviceRequest('GET', '/__sandbox/changes'),
    responses: {
      200: (_, { items = [] }) =>
        reads(({ done, undone: later }) =>
          isSame(
            items.map(({ sequence, is_undone }) => [sequence, is_undone]),
            [
              ...later.map(({ sequence }) => [sequence, true]),
              ...done.toReversed().map(({ sequence }) => [sequence, false]),
            ],
          ),
        ),
    },
  },
  reset: {
    weight: 1,
    request: () => serviceRequest('POST', '/__sandbox/reset'),
    responses: { 204: () => changes(afterReset) },
  },
  addFault: {
    weight: 2,
    request: () =>
      serviceRequest('POST', '/__sandbox/faults', {
        json: { match: { headers: unluckyHeaders }, times: 1, effect: { kind: 'response', status: 503 } },
      }),
    responses: {
      201: (_, { id }) =>
        changes((state) => {
          const after = withFault(state)

          return after.faults[0]?.id === id ? after : undefined
        }),
    },
  },
  removeFaults: {
    weight: 1,
    request: () => serviceRequest('DELETE', '/__sandbox/faults'),
    responses: { 204: () => changes((state) => ({ ...state, faults: [] })) },
  },
  faults: {
    weight: 1,
    request: () => serviceRequest('GET', '/__sandbox/faults'),
    responses: {
      200: (_, { items = [] }) =>
        reads(({ faults }) =>
          isSame(
            items.map(({ id, hits }) => [id, hits]),
            faults.map(({ id, hits }) => [id, hits]),
          ),
        ),
    },
  },
  signIn: {
    weight: 2,
    request: () => tokenRequest({ grant_type: 'password', username: 'admin', password: 'admin' }),
    responses: { 200: (_, body) => changes((state) => withTokens(state, tokensIn(body))) },
  },
  redeem: {
    weight: 2,
    request: ({ tokens }) => redemptionOf(tokens.refresh),
    responses: {
      200: ({ tokens }, body) => changes((state) => withTokens(state, tokensIn(body), tokens.refresh)),
      400: ({ tokens }) => reads(({ refresh }) => !refresh.includes(tokens.refresh)),
    },
  },
  getSignedIn: {
    weight: 3,
    request: (sent) =>
      serviceRequest('GET', pathOf(sent), { headers: { authorization: `Bearer ${sent.tokens.access}` } }),
    responses: {
      200: (sent, body) => whileSignedIn(sent, noteIs(sent, body)),
      404: (sent) => whileSignedIn(sent, noteIsMissing(sent)),
      401: ({ tokens }) => reads(({ access }) => !access.includes(tokens.access)),
    },
  },
} satisfies Record<string, RequestKind>
export type Kind = keyof typeof requests

/**
 * The steps of a request, in order; none if it was not applied, which is what 507 says of a write.
 *
 * A fault is matched when the request comes in: what is asked for happens later, if there was none.
 */
export function stepsOf(sent: Sent, status: number, body: Body): Step<KnownState>[] {
  const { canFail, responses }: RequestKind = requests[sent.kind]
  const isUnlucky = canFail && sent.isUnlucky
  const [, hit] = /^Fault "(.+)" of this sandbox/.exec(body.Message ?? '') ?? []

  if (status === 503 && isUnlucky && hit !== undefined)
    return [{ changes: (state) => afterHit(state, hit), isStored: false }]
  if (status === 507 && (isUnlucky || !readKinds.has(sent.kind))) return []

  const step = responses[status]?.(sent, body) ?? reads(() => false)

  return isUnlucky ? [reads((state) => nextFault(state) === undefined), step] : [step]
}

/** Kinds that change nothing, so that nothing has to be stored for them. */
const readKinds: ReadonlySet<Kind> = new Set<Kind>(['get', 'getSignedIn', 'changes', 'faults'])

const unluckyHeaders = { 'x-unlucky': 'yes' }

function unlucky({ isUnlucky }: Sent): Record<string, string> {
  return isUnlucky ? unluckyHeaders : {}
}

function pathOf({ name }: Sent): string {
  return `/api/entities/identifier/${name}`
}

function contentOf({ text, code }: Sent): object {
  return {
    entitydefinition: { href: '/api/entitydefinitions/Note' },
    properties: { Text: text, Code: code },
  }
}

function tokenRequest(grant: Record<string, string>): ServiceRequest {
  return serviceRequest('POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    json: new TextEncoder().encode(new URLSearchParams({ ...grant, ...application }).toString()),
  })
}

export function redemptionOf(refreshToken: string): ServiceRequest {
  return tokenRequest({ grant_type: 'refresh_token', refresh_token: refreshToken })
}

export function tokensIn({ access_token: access = '', refresh_token: refresh = '' }: Body): Tokens {
  return { access, refresh }
}

function noteIs({ name }: Sent, { id, properties }: Body): Step<KnownState> {
  return reads(({ data: { notes } }) => {
    const note = notes[name]

    return note?.id === id && note?.text === properties?.Text && note?.code === properties?.Code
  })
}

function noteIsMissing({ name }: Sent): Step<KnownState> {
  return reads(({ data: { notes } }) => notes[name] === undefined)
}

/** Whether a note is there, in the version that a request expects. */
function isCurrent({ data: { notes } }: KnownState, { name, expected }: Sent): boolean {
  const note = notes[name]

  return note !== undefined && (expected === undefined || note.text === expected.text)
}

function hasSteps(state: KnownState | undefined, steps: Body['steps']): boolean {
  return state?.done.length === steps?.undo && state?.undone.length === steps?.redo
}

function whileSignedIn({ tokens }: Sent, step: Step<KnownState>): Step<KnownState> {
  return reads((state) => state.access.includes(tokens.access) && 'reads' in step && step.reads(state))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
