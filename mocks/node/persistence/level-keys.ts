import { logParts, type LogPart } from '../../persistence/log-storage.ts'

/** Key of the number of batches written so far, which each batch updates. Sorts before every log. */
export const countKey = '#'

const digits = 12
const pattern = /^([\w-]{0,64})\/([012])\/(\d{12})$/

/** Keys sort by log, part and number. */
export function levelKey(log: string, part: LogPart, number: number): string {
  return `${log}/${logParts.indexOf(part)}/${String(number).padStart(digits, '0')}`
}

/** The parts of a key of a log; undefined for other keys. */
export function parseKey(key: string): { log: string; part: LogPart; number: number } | undefined {
  const [, log, index, number] = pattern.exec(key) ?? []
  const part = logParts[Number(index)]

  return log === undefined || part === undefined ? undefined : { log, part, number: Number(number) }
}

/** All keys of a log: "0" comes right after "/". */
export function rangeOf(log: string): { gte: string; lt: string } {
  return { gte: `${log}/`, lt: `${log}0` }
}
