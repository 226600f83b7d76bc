import { logParts, type LogPart } from '../../persistence/log-storage.ts'

/** The keys of a sandbox's lease and log. A cluster stores both on the same node. */
export type Keys = readonly [lease: string, log: string]

export function keysOf(prefix: string, name: string): Keys {
  return [`${prefix}{${name}}:lease`, `${prefix}{${name}}:log`]
}

/** The key of the sorted set of all sandboxes, by the time of their last use. */
export function indexKey(prefix: string): string {
  return `${prefix}sandboxes`
}

/** Names of initial states begin with this character, which no sandbox id has. */
export const initialPrefix = '@'

export function isInitialName(name: string): boolean {
  return name.startsWith(initialPrefix)
}

export function hashField(part: LogPart, number: number): string {
  return `${part}/${number}`
}

/** The item of a field; undefined for other fields. */
export function itemIn(field: string): { part: LogPart; number: number } | undefined {
  const [name, number] = field.split('/')
  const part = logParts.find((each) => each === name)

  return part && { part, number: Number(number) }
}
