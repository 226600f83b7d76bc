import { fileURLToPath } from 'node:url'
import { test, type Location } from '@playwright/test'

/** Reads that matchers poll are not steps. */
const silent = new Set<PropertyKey>(['requests', 'verify', 'overview'])

/**
 * The same object, each call of which is a step of the test's report: `sandbox.give("M.Asset", {"identifier":"leek"})`.
 *
 * @param name how the test calls it
 */
export function withSteps<T extends object>(name: string, target: T, inner: readonly (keyof T)[] = []): T {
  const wrapped = new Map<PropertyKey, object>()

  return new Proxy(target, {
    get(_, key) {
      // Private members are the object's, which the proxy is not.
      const value: unknown = Reflect.get(target, key, target)

      if (typeof value === 'function') {
        return (...args: unknown[]) => {
          const call = (): unknown => Reflect.apply(value, target, args)

          return silent.has(key) || typeof key === 'symbol'
            ? call()
            : asStep(`${name}.${key}(${args.map(shown).join(', ')})`, call)
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
    ? test.step(title, () => result as Promise<unknown>, location ? { location } : {}) // what a promise resolves to is unknown
    : result
}

const maxLength = 60

function shown(argument: unknown): string {
  const isPlain =
    typeof argument !== 'object' ||
    [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(argument ?? {}))
  const text = isPlain ? (JSON.stringify(argument) ?? '…') : '…'

  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

/** Where the test calls a verb: the first place on the stack that is not in this file. */
function caller(): Location | undefined {
  const frames = new Error().stack?.split('\n').slice(1) ?? []
  const place = frames
    .map((frame) => /(?<![^\s()])([^\s()]+):(\d+):(\d+)\)?$/.exec(frame))
    .find((match) => match?.[1] !== undefined && !isHere(match[1]))

  return place?.[1] === undefined
    ? undefined
    : { file: pathOf(place[1]), line: Number(place[2]), column: Number(place[3]) }
}

function isHere(file: string): boolean {
  return pathOf(file) === fileURLToPath(import.meta.url)
}

function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file
}
