import { createSandbox, type SandboxOptions } from '../create-sandbox.ts'
import { createService } from '../create-service.ts'
import type { Answer } from './answer.ts'

/** What answers the requests of a page. */
export interface World {
  readonly answer: Answer
  close(): Promise<void>
}

/** A world of the page's own, which goes with it. */
export async function openPrivateWorld(options: SandboxOptions): Promise<World> {
  const service = createService(await createSandbox(options))

  return { answer: (request) => service.handle(request), close: () => Promise.resolve() }
}
