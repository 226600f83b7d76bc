// The limit: bare node:http that sends the bytes in argv[3] (from a map when argv[4] is given), and stores what is posted.
import { createServer } from 'node:http'

const [, , port, body = ''] = process.argv
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
}
const posted = new Map()

createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(200, headers)
    response.end(body)

    return
  }

  let text = ''

  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    posted.set(posted.size, JSON.parse(text))
    response.writeHead(201, { Location: `/api/entities/${posted.size}` })
    response.end('{}')
  })
}).listen(Number(port), '127.0.0.1')
