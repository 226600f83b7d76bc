// Serves the single page of the application. It has no back end: the sandboxes of the tests replace it.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const page = readFileSync(new URL('index.html', import.meta.url))

createServer((_, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
}).listen(4181)
