/** A log was damaged after it was written. */
export class LogDamage extends Error {
  override readonly name = 'LogDamage'
  readonly log: string

  /** @param what the damaged part: `entry 12 is missing` */
  constructor(log: string, what: string) {
    super(
      `${log === '' ? 'the initial data of sandboxes' : `the log of sandbox "${log}"`} is damaged: ${what}`,
    )
    this.log = log
  }
}
