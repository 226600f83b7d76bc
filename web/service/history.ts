import { ask } from './client.ts'

/** Takes back the last change of the sandbox's data, or does it again. */
export function stepHistory(step: 'undo' | 'redo'): Promise<unknown> {
  return ask({ method: 'POST', path: `/__sandbox/${step}` })
}
