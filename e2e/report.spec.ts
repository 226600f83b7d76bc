import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from '@playwright/test'
import type { JSONReport, JSONReportTest } from '@playwright/test/reporter'

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')

test("what a failing test leaves in Playwright's report", { tag: '@deep' }, async ({ page, baseURL }) => {
  // It starts another Playwright process, with its own workers.
  test.slow()
  const { notAsExpected, noRoute, notAwaited, innocent, passing, copied, onServer } = await reportOfFailing(
    test.info().outputPath(),
    baseURL ?? '',
  )

  await test.step('the most similar request, and the differences', () => {
    expect(messages(notAsExpected)).toEqual([
      expect.stringContaining(
        [
          'Error: Expected the sandbox to have received PUT /api/entities/:id.',
          'The nearest is request 1, PUT /api/entities/1001 -> 204 by editor:',
          '    body.properties.Servings',
          '  -   3',
          '  +   2',
          '',
          'Requests received:',
          '  1. PUT /api/entities/1001 -> 204 by editor',
        ].join('\n'),
      ),
    ])
  })

  await test.step('a request that no route matched, with the nearest route', () => {
    expect(messages(noRoute)).toEqual([
      expect.stringContaining('GET /api/entitties/1001 -> 404\n    nearest: GET, HEAD /api/entities/:id.'),
    ])
  })

  await test.step('an assertion that was not awaited, without affecting the next test', () => {
    expect(messages(notAwaited)).toEqual([
      expect.stringContaining(
        `Put "await" before expect(sandbox).toHaveReceived('PUT', '/api/entities/:id').`,
      ),
    ])
    expect(innocent.results[0]).toMatchObject({ status: 'passed' })
  })

  await test.step('the actions of the test on its sandbox, as steps', () => {
    expect(notAsExpected.results[0]?.steps?.map(({ title }) => title)).toEqual([
      'sandbox.give("T.Menu", {"identifier":"brunch"})',
      'sandbox.fetch("/api/entities/1001", {"method":"PUT","headers":{"Content-Type":"application/json"…)',
    ])
  })

  await test.step('the seed, and a self-contained page with the requests and the changes', async () => {
    expect(notAsExpected.annotations).toContainEqual(
      expect.objectContaining({ type: 'sandbox seed', description: '42' }),
    )
    await page.goto(pathToFileURL(attached(notAsExpected, 'sandbox.html')).href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('a request that is not as expected')
    await page.getByText('1. PUT /api/entities/1001 → 204').click()
    await expect(page.getByText('{"properties":{"Servings":2}}')).toBeVisible()
    await expect(page.getByText(/change by \w+: 1 added in entities/)).toBeVisible()
  })

  await test.step('the requests as an HTTP Archive, which can be replayed', async () => {
    const { createLocalSandbox } = await import('../mocks/local/local-sandbox.ts')
    const replayed = await createLocalSandbox({ replay: attached(notAsExpected, 'sandbox.har') })

    expect(await replayed.requests()).toMatchObject([
      { method: 'PUT', path: '/api/entities/1001', status: 204, source: 'recording' },
    ])
  })

  await test.step('the data, from which the sandbox can be restored', async () => {
    const { createLocalSandbox } = await import('../mocks/local/local-sandbox.ts')
    const opened = await createLocalSandbox({ data: attached(notAsExpected, 'sandbox-data.zip') })

    expect(await opened.has('brunch')).toBe(true)
  })

  await test.step('a link to the sandbox on the server that was used, with the requests and the changes', async () => {
    await page.goto(pathToFileURL(attached(onServer, 'sandbox.html')).href)
    await page.getByRole('link').click()
    await expect(page.getByRole('row').nth(1)).toContainText('Left behind')
    expect(sandboxLinkOf(onServer)).toContain(`${baseURL}/?sandbox=`)
  })

  await test.step('a link to a copy of the sandbox on the configured server', async () => {
    await page.goto(sandboxLinkOf(copied))
    await page.getByRole('searchbox', { name: 'Search entities' }).fill('brunch')
    await expect(page.getByText('1 entity', { exact: true })).toBeVisible()
    expect(sandboxLinkOf(notAsExpected)).toBe('')
  })

  await test.step('nothing, when the test passes', () => {
    expect(passing.results[0]).toMatchObject({ status: 'passed', attachments: [] })
  })
})

/** Runs the failing tests as a user would, and reads the report. */
async function reportOfFailing(outputDir: string, server: string) {
  const config = resolve(import.meta.dirname, 'testing/failing')
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [playwright, 'test', '-c', config, '--output', outputDir],
    { env: { ...withoutPlaywright(process.env), SANDBOX_URL: server }, maxBuffer: 100_000_000 },
  ).catch((failed: { stdout: string; stderr: string }) => failed)

  if (stdout === '') throw new Error(`Playwright wrote no report. ${stderr}`)

  const report = JSON.parse(stdout) as JSONReport // what the JSON reporter writes
  const tests = report.suites
    .flatMap((file) => [file, ...(file.suites ?? [])])
    .flatMap(({ specs }) => specs)
    .flatMap((spec) => spec.tests)
  const [passing, notAsExpected, noRoute, notAwaited, innocent, copied, onServer] = tests

  if (!notAsExpected || !noRoute || !notAwaited || !innocent || !passing || !copied || !onServer)
    throw new Error(`Playwright ran no tests: ${stdout}`)

  return { notAsExpected, noRoute, notAwaited, innocent, passing, copied, onServer }
}

/** The environment without the variables that Playwright sets for its workers. */
function withoutPlaywright(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(PW|PLAYWRIGHT|TEST)_/.test(name)))
}

function sandboxLinkOf({ annotations }: JSONReportTest): string {
  return annotations.find(({ type }) => type === 'sandbox')?.description ?? ''
}

function messages({ results }: JSONReportTest): string[] {
  return results.flatMap(({ errors }) => errors.map(({ message }) => stripVTControlCharacters(message)))
}

/** The path of a file that a test has attached. */
function attached({ results }: JSONReportTest, fileName: string): string {
  const attachment = results.flatMap(({ attachments }) => attachments).find(({ name }) => name === fileName)

  return attachment?.path ?? `no ${fileName}`
}
