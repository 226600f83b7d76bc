import type { ExecutionResult } from 'graphql'
import type { Chunks } from '../../../data/model/shared/bytes.ts'
import { inSlices, type Sliced } from '../../../data/model/shared/slices.ts'

/** Texts are encoded together until they are this long. */
const chunkLength = 64 * 1024
const encoder = new TextEncoder()

/** The JSON of a result, written while other requests are handled; undefined if it takes more bytes. */
export function jsonInTurns(result: ExecutionResult, maxBytes: number): Promise<Chunks | undefined> {
  // An object of its own, in the order of graphql-js, so that only what it contains is inspected.
  return inSlices(write(Object.assign(Object.create(null), result), maxBytes))
}

function* write(value: unknown, maxBytes: number): Sliced<Chunks | undefined> {
  const chunks: Uint8Array[] = []
  let [text, size] = ['', 0]
  const flush = () => {
    const chunk = encoder.encode(text)

    chunks.push(chunk)
    size += chunk.length
    text = ''
  }

  for (const part of partsOf(value)) {
    text += part
    if (text.length < chunkLength) continue
    flush()
    if (size > maxBytes) return undefined
    yield
  }
  flush()

  return size > maxBytes ? undefined : chunks
}

/** Values without further selections are written at once, which takes an eighth of the time. */
function* partsOf(value: unknown): Generator<string> {
  if (!isNested(value) || !Object.values(value).some(isNested)) return yield JSON.stringify(value)

  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'

  for (const [name, member] of Object.entries(value)) {
    yield isList ? before : `${before}${JSON.stringify(name)}:`
    yield* partsOf(member)
    before = ','
  }
  yield isList ? ']' : '}'
}

/** Whether a value is a list or a selection. */
function isNested(value: unknown): value is object {
  return Array.isArray(value) || isResult(value)
}

/** Whether graphql-js made an object for a selection, without a prototype, as opposed to a scalar or an error. */
function isResult(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null
}
