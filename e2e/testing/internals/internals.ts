import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@playwright/test'
import type * as modules from './modules.ts'

/** Loads modules that the package does not export, bundled: Playwright would take ten times as long to transpile them. */
export async function internals(): Promise<typeof modules> {
  const { build } = await import('rolldown')
  const dir = test.info().outputPath('dist')

  await build({
    input: resolve(import.meta.dirname, 'modules.ts'),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id),
    logLevel: 'silent',
    output: { dir, format: 'esm' },
  })

  return (await import(pathToFileURL(resolve(dir, 'modules.js')).href)) as typeof modules // built from it
}
