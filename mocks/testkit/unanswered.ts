import { line } from './received.ts'
import type { TestSandbox } from './test-sandbox.ts'

/** Says which requests no route of the API took, and which route comes nearest to each; undefined when none. */
export async function explainUnanswered(sandbox: TestSandbox): Promise<string | undefined> {
  const unanswered = (await sandbox.requests()).filter((request) => request.unmatched)

  if (unanswered.length === 0) return undefined

  return [
    'The API has no route for these requests:',
    ...unanswered.map(
      (request) =>
        `  ${line(request)}\n    nearest: ${request.unmatched?.nearest.methods.join(', ')} ${request.unmatched?.nearest.path}. ${request.unmatched?.reason}`,
    ),
    'If the test means to send them, set the option "unanswered" to "allow".',
  ].join('\n')
}
