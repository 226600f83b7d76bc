import { logParts, type LogPart } from '../../persistence/log-storage.ts'

/** Of the lease and of the log of a sandbox, which a cluster keeps together. */
export type Keys = readonly [lease: string, log: string]

export function keysOf(prefix: string, name: string): Keys {
  return [`${prefix}{${name}}:lease`, `${prefix}{${name}}:log`]
}

/** Of the names of all sandboxes, by when they were used last. */
export function indexOf(prefix: string): string {
  return `${prefix}sandboxes`
}

/** The initial state of sandboxes is named by its hash, with a sign that no sandbox id has. */
export function isInitialName(name: string): boolean {
  return name.startsWith('@')
}

export function hashField(part: LogPart, number: number): string {
  return `${part}/${number}`
}

/** Undefined for what is not an item. */
export function itemIn(field: string): { part: LogPart; number: number } | undefined {
  const [name, number] = field.split('/')
  const part = logParts.find((each) => each === name)

  return part && { part, number: Number(number) }
}
