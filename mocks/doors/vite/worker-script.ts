import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Connect, ResolvedConfig } from 'vite'
import { pathOf } from '../node/node-messages.ts'

export const workerFile = 'mockServiceWorker.js'

/**
 * The worker script of the msw version that the application has installed: a copy in this package could be of another
 * version.
 */
export function workerScript(root: string): string {
  try {
    return readFileSync(createRequire(join(root, 'package.json')).resolve(`msw/${workerFile}`), 'utf8')
  } catch {
    throw new Error(
      'The service worker can\'t be served: msw is not installed. Run "npm install --save-dev msw", or choose transport "page".',
    )
  }
}

/** A worker that replaces an earlier one and unregisters itself: browsers check for a new version automatically. */
export const withoutWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()))
`

/** Serves the worker, unless the application has its own in its public folder. */
export function serveWorker(config: ResolvedConfig, script: string): Connect.NextHandleFunction {
  const path = `${config.base}${workerFile}`
  const isOwn = config.publicDir !== '' && existsSync(join(config.publicDir, workerFile))

  return (request, response, next) => {
    if (isOwn || pathOf(request) !== path) return next()

    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Service-Worker-Allowed': config.base,
    })
    response.end(script)
  }
}
