// Every sandbox is a durable object, with separate storage that remains after the worker was stopped.
import { DurableObject } from 'cloudflare:workers'
import { createFetchHandler, openStored } from 'entity-sandbox/fetch'
import { storageOf } from './storage.js'

export class Sandbox extends DurableObject {
  constructor(state, env) {
    super(state, env)

    const { OPTIONS, SANDBOX_CONTROL_TOKEN } = env

    void state.blockConcurrencyWhile(async () => {
      const { sandboxes } = await openStored(storageOf(state.storage), OPTIONS)

      this.handle = createFetchHandler(sandboxes, { controlToken: SANDBOX_CONTROL_TOKEN ?? null })
    })
  }

  fetch(request) {
    return this.handle(request)
  }
}

export default {
  fetch(request, { SANDBOXES }) {
    return SANDBOXES.get(SANDBOXES.idFromName(sandboxOf(request))).fetch(request)
  },
}

/** The sandbox that a request names: by its path, a header or a cookie. */
function sandboxOf({ url, headers }) {
  const [, byPath] = /^\/s\/([^/]+)/.exec(new URL(url).pathname) ?? []
  const [, byCookie] = /(?:^|; )sandbox=([^;]+)/.exec(headers.get('cookie') ?? '') ?? []

  return byPath ?? headers.get('x-sandbox') ?? byCookie ?? 'default'
}
