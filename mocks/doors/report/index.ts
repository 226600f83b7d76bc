import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { recordFolder, type TestRecord } from './test-record.ts'
import { coverageOf, runPage, type RunCoverage } from './run-page.ts'

export type { RunCoverage, TestRecord }

export interface SandboxReportOptions {
  /** Where the page is written. Default `sandbox-report.html`. */
  readonly outputFile?: string
  /** Where the numbers are written, as JSON. Default that of the page, with `.json`. */
  readonly jsonFile?: string
}

/**
 * A reporter for Playwright and for Vitest: a page with the requests and the changes of each test, and which operations of
 * the contract, faults and scenarios the run has exercised; the latter as JSON too.
 *
 * @example
 * reporters: ['default', ['entity-sandbox/report', { outputFile: 'report/sandbox.html' }]]
 */
// Playwright and Vitest load the default export of a reporter's module.
// oxlint-disable-next-line import/no-default-export
export default class SandboxReporter {
  readonly #page: string
  readonly #json: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'sandbox-report-'))

  constructor({ outputFile = 'sandbox-report.html', jsonFile }: SandboxReportOptions = {}) {
    this.#page = resolve(outputFile)
    this.#json = resolve(jsonFile ?? `${outputFile.replace(/\.html$/, '')}.json`)
    // The processes of the tests inherit it.
    process.env[recordFolder] = this.#folder
  }

  /** Playwright: whether the terminal is this reporter's. */
  printsToStdio(): boolean {
    return false
  }

  /** Playwright: the run is over. */
  async onEnd(): Promise<void> {
    await this.#write()
  }

  /** Vitest: the run is over. */
  async onTestRunEnd(): Promise<void> {
    await this.#write()
  }

  async #write(): Promise<void> {
    const tests = await readRecords(this.#folder)
    const coverage = coverageOf(tests)

    await rm(this.#folder, { recursive: true, force: true })
    for (const file of [this.#page, this.#json]) await mkdir(dirname(file), { recursive: true })
    await writeFile(this.#page, runPage(tests, coverage))
    await writeFile(this.#json, `${JSON.stringify(coverage, null, 2)}\n`)
    const { operations, never } = coverage

    console.log(
      `entity-sandbox: ${operations.length} of ${operations.length + never.length} operations were requested by the tests: ${this.#page}`,
    )
  }
}

/** The records of a run, ordered by file and title. */
async function readRecords(folder: string): Promise<TestRecord[]> {
  const names = await readdir(folder)
  const records = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as TestRecord), // as written
  )
  return records.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

function keyOf({ file, title }: TestRecord): string {
  return `${file} ${title}`
}
