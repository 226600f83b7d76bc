/**
 * `npm run worker`: installs the packed package in a copy of examples/workerd, runs its test, and sends the conformance
 * requests to the worker, each case to a separate Durable Object (one sandbox): it must return the same bytes as a handler
 * in this process.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSandbox } from '../mocks/local/build-sandbox.ts'
import { createFetchHandler } from '../mocks/doors/fetch/create-fetch-handler.ts'
import { conformance } from '../mocks/testing/conformance.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { inProject } from './projects/project.ts'

await inProject({ example: 'workerd' }, async ({ folder, run }) => {
  await run('npm test --silent')
  writeFileSync(join(folder, 'options.json'), JSON.stringify(kitchen))
  await compareResponses(folder)
})

async function compareResponses(folder: string): Promise<void> {
  const { start } = (await import(join(folder, 'start.js'))) as {
    start: (folder: string) => Promise<{ url: string; stop: () => Promise<void> }>
  } // what the example exports
  const { url, stop } = await start(mkdtempSync(join(folder, 'sandboxes-')))
  const handle = createFetchHandler(await buildSandbox(kitchen), { controlToken: null })
  let count = 0

  try {
    for (const { name, requests } of conformance) {
      const sandbox = name.replaceAll(/\W+/g, '-')

      for (const { method, path, headers, body = null } of requests) {
        const request = new Request(`${url}${path}`, {
          method,
          body,
          headers: { 'x-sandbox': sandbox, ...headers },
        })

        deepStrictEqual(
          await contentOf(await fetch(request.clone())),
          await contentOf(await handle(request)),
          `${method} ${path}`,
        )
        count += 1
      }
    }
  } finally {
    await stop()
  }
  console.log(`A worker and a handler return the same bytes in ${count} responses.`)
}

/** A response without the headers that only a server adds. */
async function contentOf(response: Response): Promise<object> {
  const { status, headers } = response
  const serviceHeaders = [...headers].filter(
    ([name]) => !['content-length', 'date', 'transfer-encoding', 'connection'].includes(name),
  )

  return { status, headers: Object.fromEntries(serviceHeaders), body: await response.text() }
}
