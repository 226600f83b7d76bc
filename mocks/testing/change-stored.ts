import type { Sandbox } from '../sandbox/sandbox.ts'

/** Changes a sandbox; resolves to the result of the rule when the change is stored. */
export async function changeStored<R>(
  sandbox: Sandbox,
  rule: Parameters<typeof sandbox.change<R>>[0],
): Promise<R> {
  const result = sandbox.change(rule)

  await sandbox.whenStored

  return result
}
