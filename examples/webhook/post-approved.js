// The program under test: a receiver of webhooks that posts the title of each asset that was approved.
import { createServer } from 'node:http'

/** Listens on a free port, and calls `post` with the title of each approved asset. */
export async function receiveApproved(api, post) {
  const server = createServer(async (request, response) => {
    const { saveEntityMessage } = JSON.parse(await textOf(request))
    const asset = await (await fetch(`${api()}/api/entities/${saveEntityMessage.TargetId}`)).json()

    post(asset.properties.Title)
    response.end()
  })

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

async function textOf(request) {
  let text = ''

  for await (const chunk of request.setEncoding('utf8')) text += chunk

  return text
}
