/** The headers that the service reads or sets in a finished reply, as it spells them. */
const spellings = new Map(
  [
    'Access-Control-Allow-Credentials',
    'Access-Control-Allow-Origin',
    'Access-Control-Expose-Headers',
    'Content-Type',
    'Date',
    'ETag',
    'Location',
    'Vary',
    'X-Sandbox-Expired',
    'X-Sandbox-Warning',
  ].map((name) => [name.toLowerCase(), name]),
)

/** Headers of a fault or of a user's handler in the service's spelling, so that it finds them and sends none twice. */
export function respelled(headers: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  return Object.fromEntries(
    Array.from(headers, ([name, value]) => [spellings.get(name.toLowerCase()) ?? name, value]),
  )
}
