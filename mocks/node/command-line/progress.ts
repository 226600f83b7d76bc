import { thousands } from './thousands.ts'

/** Below this many entities a start is too short to show how far it is. */
const worthShowing = 20_000

/** Shows how many entities are there, on a line that is written over. */
export function showProgress(stream: NodeJS.WriteStream): (done: number, total: number) => void {
  return (done, total) => {
    if (total < worthShowing) return

    const text = `Seeding ${thousands(done)} of ${thousands(total)} entities`

    if (stream.isTTY) stream.write(done < total ? `\r${text}` : `\r${' '.repeat(text.length)}\r`)
    else if (done === 0) stream.write(`Seeding ${thousands(total)} entities\n`)
  }
}
