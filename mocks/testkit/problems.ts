import { line } from './received.ts'
import type { SandboxClient } from '../client/sandbox-client.ts'

/** Ends a test, and says what it must not pass with although none of its assertions failed; undefined when nothing. */
export async function problemsAtEnd(
  sandbox: SandboxClient,
  { unhandled = 'fail' }: { readonly unhandled?: 'fail' | 'allow' | undefined },
): Promise<string | undefined> {
  const problems = [
    sandbox.assertions.end(),
    unhandled === 'fail' ? await explainUnhandled(sandbox) : undefined,
  ].filter((problem) => problem !== undefined)

  return problems.length === 0 ? undefined : problems.join('\n\n')
}

/** Says which requests match no route of the API, and the nearest route of each; undefined if none. */
async function explainUnhandled(sandbox: SandboxClient): Promise<string | undefined> {
  const unhandled = (await sandbox.requests()).filter((request) => request.unmatched)

  if (unhandled.length === 0) return undefined

  return [
    'The API has no route for these requests:',
    ...unhandled.map(
      (request) =>
        `  ${line(request)}\n    nearest: ${request.unmatched?.nearest.methods.join(', ')} ${request.unmatched?.nearest.path}. ${request.unmatched?.reason}`,
    ),
    'If the test means to send them, set the option "unhandled" to "allow".',
  ].join('\n')
}
