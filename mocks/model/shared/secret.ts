/** Whether a text is the secret. The time this takes does not depend on where they differ. */
export function isSameSecret(given: string | null | undefined, secret: string): boolean {
  if (given === null || given === undefined) return false

  let difference = given.length ^ secret.length

  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(index % Math.max(1, secret.length))
  }

  return difference === 0
}
