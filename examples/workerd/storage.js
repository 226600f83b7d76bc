/** The storage of a durable object as a `LogStorage` for the logs of sandboxes. */
export function storageOf(storage) {
  const { sql } = storage

  sql.exec(
    'CREATE TABLE IF NOT EXISTS items (log TEXT, part TEXT, number INTEGER, bytes BLOB, PRIMARY KEY (log, part, number))',
  )

  return {
    async list() {
      return [...sql.exec('SELECT DISTINCT log FROM items')].map(({ log }) => log)
    },
    async open(log) {
      return {
        async *read() {
          const items = sql.exec(
            "SELECT part, number, bytes FROM items WHERE log = ? ORDER BY instr('head base entry', part), number",
            log,
          )

          for (const { part, number, bytes } of items) yield { part, number, bytes: new Uint8Array(bytes) }
        },
        async put(items) {
          storage.transactionSync(() => {
            for (const { part, number, bytes } of items) {
              sql.exec('INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)', log, part, number, bytes)
            }
          })
        },
        async remove(part, from, to) {
          sql.exec(
            'DELETE FROM items WHERE log = ? AND part = ? AND number >= ? AND number < ?',
            log,
            part,
            from,
            to,
          )
        },
      }
    },
    async close() {},
  }
}
