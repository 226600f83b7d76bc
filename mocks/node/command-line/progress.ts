import { thousands } from './thousands.ts'

/** With fewer entities, generating them is too fast to show progress. */
const minimum = 20_000

/** Shows how many entities have been generated, on a line that is overwritten. */
export function showProgress(stream: NodeJS.WriteStream): (done: number, total: number) => void {
  return (done, total) => {
    if (total < minimum) return

    const text = `Seeding ${thousands(done)} of ${thousands(total)} entities`

    if (stream.isTTY) stream.write(done < total ? `\r${text}` : `\r${' '.repeat(text.length)}\r`)
    else if (done === 0) stream.write(`Seeding ${thousands(total)} entities\n`)
  }
}
