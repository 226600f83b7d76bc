import { fileURLToPath } from 'node:url'
import { test, type Location } from '@playwright/test'

/** Methods that matchers poll: their calls are no steps. */
const polled = new Set<PropertyKey>(['requests', 'verify', 'overview'])

/**
 * Returns a proxy whose calls are steps in the test's report: `sandbox.give("M.Asset", {"identifier":"leek"})`.
 *
 * @param name the object's name in the test
 * @param inner members whose calls are steps, too
 */
export function withSteps<T extends object>(name: string, target: T, inner: readonly (keyof T)[] = []): T {
  const wrapped = new Map<PropertyKey, object>()

  return new Proxy(target, {
    get(_, key) {
      // Without the proxy as receiver, which has no access to private members.
      const value: unknown = Reflect.get(target, key, target)

      if (typeof value === 'function') {
        return (...args: unknown[]) => {
          const call = (): unknown => Reflect.apply(value, target, args)

          return polled.has(key) || typeof key === 'symbol'
            ? call()
            : asStep(`${name}.${key}(${args.map(textOf).join(', ')})`, call)
        }
      }
      if (typeof value !== 'object' || value === null || !inner.some((member) => member === key)) return value
      if (!wrapped.has(key)) wrapped.set(key, withSteps(`${name}.${String(key)}`, value))

      return wrapped.get(key)
    },
  })
}

/** Only asynchronous calls become steps. */
function asStep(title: string, call: () => unknown): unknown {
  const location = caller()
  const result = call()

  return result instanceof Promise
    ? test.step(title, () => result as Promise<unknown>, location ? { location } : {}) // of an unknown type
    : result
}

const maxLength = 60

function textOf(argument: unknown): string {
  const isPlain =
    typeof argument !== 'object' ||
    [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(argument ?? {}))
  const text = isPlain ? (JSON.stringify(argument) ?? '…') : '…'

  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Where the test calls a verb: the first stack frame outside this file. */
function caller(): Location | undefined {
  const frames = new Error().stack?.split('\n').slice(1) ?? []

  return frames
    .map(locationIn)
    .find((location) => location !== undefined && location.file !== fileURLToPath(import.meta.url))
}

/** The place of a stack frame: `    at test (/my tests/a.spec.ts:7:1)`, `    at /my tests/a.spec.ts:7:1`. */
export function locationIn(frame: string): Location | undefined {
  const place = frame.endsWith(')')
    ? frame.slice(frame.indexOf(' (') + 2, -1)
    : frame.replace(/^ *at (async )?/, '')
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []

  return file === undefined ? undefined : { file: pathOf(file), line: Number(line), column: Number(column) }
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}
