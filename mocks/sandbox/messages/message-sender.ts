import type { Known } from '../state/sandbox-state.ts'

/** Sends the messages of sandboxes. Where there is none, as in a page, nothing is sent. */
export interface MessageSender<Sandbox> {
  /** Why no message may be sent to a URL; undefined if it may: nothing leaves to where nobody has allowed it. */
  refusal(url: string, known: Known): string | undefined
  /** Sends what is due. Called when something may have become due. */
  wake(sandbox: Sandbox): void
  /** Breaks off what is being sent. It is sent again when the sandbox wakes up the next time. */
  rest(sandbox: Sandbox): void
}
