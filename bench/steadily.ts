const rate = 200
const paths = ['/api/entities/1000', '/api/entities/1001', '/api/status', '/api/entitydefinitions/M.Asset']

/** Sends 200 requests a second as applications do, however long one takes. Returns what ends it, with the last response. */
export function sendSteadily(url: string): () => Promise<unknown> {
  const started = performance.now()
  const underWay = new Set<Promise<unknown>>()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - started) / 1000) * rate; sent++) {
      const response = fetch(`${url}${paths[sent % paths.length]}`)
        .then((received) => received.arrayBuffer())
        .finally(() => underWay.delete(response))

      underWay.add(response)
    }
  }, 10)

  return () => {
    clearInterval(timer)

    return Promise.all(underWay)
  }
}
