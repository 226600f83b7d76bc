import { requestLine, routeProblem } from './received.ts'
import type { SandboxClient } from '../../client/sandbox-client.ts'

/** Ends a test, and returns the problems that fail it although its assertions passed; undefined when there are none. */
export async function problemsAtEnd(
  sandbox: SandboxClient,
  { unhandled = 'fail' }: { readonly unhandled?: 'fail' | 'allow' | undefined },
  others: readonly string[] = [],
): Promise<string | undefined> {
  const problems = [
    sandbox.assertions.end(),
    ...others,
    unhandled === 'fail' ? await explainUnhandled(sandbox) : undefined,
  ].filter((problem) => problem !== undefined)

  return problems.length === 0 ? undefined : problems.join('\n\n')
}

/** Lists the requests that match no route, with the nearest route of each; undefined when there are none. */
async function explainUnhandled(sandbox: SandboxClient): Promise<string | undefined> {
  const unhandled = (await sandbox.requests()).filter((request) => request.unmatched)

  if (unhandled.length === 0) return undefined

  return [
    'The API has no route for these requests:',
    ...unhandled.map((request) => `  ${requestLine(request)}\n    ${routeProblem(request)}`),
    'If the test sends them intentionally, set the option "unhandled" to "allow".',
  ].join('\n')
}
