/** The messages in the body of an error response. */
interface ErrorMessages {
  /** The message; of a 400, a line for each member. Empty if the body is not an error of the service. */
  readonly lines: readonly string[]
  /** Of a 400: the messages, by member. */
  readonly failures: Readonly<Record<string, string>>
}

/** Reads the body of an error response: `{"Message": ...}`, or of a 400 the messages by member. */
export function parseErrorBody(text: string): ErrorMessages {
  const body = recordIn(text)
  const { Message, ExceptionMessage } = body

  if (typeof Message === 'string') {
    return {
      lines: [Message, ...(typeof ExceptionMessage === 'string' ? [ExceptionMessage] : [])],
      failures: {},
    }
  }
  const members = Object.entries(body)
  const failures = members.flatMap(([member, message]): [string, string][] =>
    typeof message === 'string' ? [[member, message]] : [],
  )

  // The error of another server may have texts among other values.
  if (failures.length < members.length) return { lines: [], failures: {} }

  return {
    lines: failures.map(([member, message]) => `${member}: ${message}`),
    failures: Object.fromEntries(failures),
  }
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text)

    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return {}
  }
}
