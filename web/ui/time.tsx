import { ago } from '../lib/format.ts'

/** How long ago something was, and when. */
export function Time({ at, now }: { at: string; now?: number }) {
  return (
    <time dateTime={at} title={at}>
      {ago(at, now)}
    </time>
  )
}
