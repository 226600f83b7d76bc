const rate = 200
const paths = ['/api/entities/1000', '/api/entities/1001', '/api/status', '/api/entitydefinitions/M.Asset']

/** Sends 200 requests a second, without waiting for responses. Returns a function that stops and waits for all responses. */
export function sendSteadily(url: string): () => Promise<unknown> {
  const started = performance.now()
  const pending = new Set<Promise<unknown>>()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - started) / 1000) * rate; sent++) {
      const response = fetch(`${url}${paths[sent % paths.length]}`)
        .then((response) => response.arrayBuffer())
        .finally(() => pending.delete(response))

      pending.add(response)
    }
  }, 10)

  return () => {
    clearInterval(timer)

    return Promise.all(pending)
  }
}
