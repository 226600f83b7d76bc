// For previews: the backend inside the application. It is created by the first request, only if API_URL points here.
import { createFetchHandler, createSandbox } from 'entity-sandbox/fetch'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

async function handle(request) {
  globalThis.backend ??= createSandbox({ entities: 200 }).then((sandbox) =>
    createFetchHandler(sandbox, {
      path: '/backend',
      controlToken: process.env.SANDBOX_CONTROL_TOKEN ?? null,
    }),
  )

  return (await globalThis.backend)(request)
}

export { handle as GET, handle as HEAD, handle as POST, handle as PUT, handle as DELETE, handle as OPTIONS }
