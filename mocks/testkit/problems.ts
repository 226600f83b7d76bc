import { line } from './received.ts'
import type { SandboxClient } from '../client/sandbox-client.ts'

/** Ends a test, and says what it must not pass with although none of its assertions failed; undefined when nothing. */
export async function problemsAtEnd(
  sandbox: SandboxClient,
  { unanswered = 'fail' }: { readonly unanswered?: 'fail' | 'allow' | undefined },
): Promise<string | undefined> {
  const problems = [
    sandbox.assertions.end(),
    unanswered === 'fail' ? await explainUnanswered(sandbox) : undefined,
  ].filter((problem) => problem !== undefined)

  return problems.length === 0 ? undefined : problems.join('\n\n')
}

/** Says which requests no route of the API took, and which route comes nearest to each; undefined when none. */
async function explainUnanswered(sandbox: SandboxClient): Promise<string | undefined> {
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
