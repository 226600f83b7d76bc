/** A log was damaged after it was written. */
export class LogDamage extends Error {
  override readonly name = 'LogDamage'
  readonly log: string

  /** @param what the damaged part: `entry 12 is missing` */
  constructor(log: string, what: string) {
    super(`${nameOfLog(log)} is damaged: ${what}`)
    this.log = log
  }
}

/** A log as messages name it. The initial data of servers that share sandboxes is in logs whose names begin with `@`. */
export function nameOfLog(log: string): string {
  return log === '' || log.startsWith('@') ? 'the initial data of sandboxes' : `the log of sandbox "${log}"`
}
