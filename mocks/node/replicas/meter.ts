/** What is measured where somebody asks for it. */
export interface Meter {
  /** The store answered. */
  store(ms: number): void
  /** Something happened to the ownership of a sandbox. */
  note(event: 'taken' | 'lost' | 'released' | 'passed on' | 'refused'): void
}

/** Measures nothing. */
export const noMeter: Meter = { store() {}, note() {} }
