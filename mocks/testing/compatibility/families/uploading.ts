import { family, hasItems, isNumber, isText, must, textAt, type Received, type Program } from '../program.ts'

interface Upload {
  readonly announced: Received
  readonly location: string
}

/** Announces a file as most programs do. */
export async function announce(program: Program, more: object = {}): Promise<Upload> {
  const announced = await program.write('POST', '/api/v2.0/upload', {
    file_name: 'leek.png',
    file_size: picture.length,
    upload_configuration: { name: 'AssetUploadConfiguration' },
    action: { name: 'NewAsset' },
    ...more,
  })
  const location = announced.headers.get('location') ?? ''

  must(announced.body, { upload_identifier: isText, file_identifier: isText })
  must(location, /^https?:\/\/.*\?/, 'Location')

  return { announced, location }
}

/** Posts the field `file` of a form. */
export function postFile(
  program: Program,
  location: string,
  content: string,
  headers: object = {},
): Promise<Received> {
  const head = 'Content-Disposition: form-data; name="file"; filename="leek.png"\r\nContent-Type: image/png'

  return program.send('POST', location, {
    headers: { 'Content-Type': 'multipart/form-data; boundary=edge', ...headers },
    body: `--edge\r\n${head}\r\n\r\n${content}\r\n--edge--\r\n`,
  })
}

/** Makes an asset of a file: announce, post, finish with the whole response of the announcement. */
export async function upload(program: Program): Promise<string> {
  const { announced, location } = await announce(program)

  must(await postFile(program, location, picture), { status: 200 })

  const finished = await program.write('POST', '/api/v2.0/upload/finalize', announced.body)

  must(finished.body, { success: true, message: '', asset_id: isNumber, asset_identifier: isText })
  must(finished.headers.get('location'), new RegExp(`/api/entities/${textAt(finished.body, 'asset_id')}$`))

  return textAt(finished.body, 'asset_id')
}

/** The content of a file; that it is no picture does not matter to who sends it. */
const picture = 'not really a picture'

export const uploading = [
  family('Asset uploaders', {
    'GET /api/status to check that the service is up, without a token': async (program) => {
      must(await program.with({}).get('/api/status'), { hostname: isText })
    },
    'announce a file, post it at the `Location`, finish, and read the asset with its renditions': async (
      program,
    ) => {
      must(await program.get(`/api/entities/${await upload(program)}`), {
        properties: {
          Title: 'leek.png',
          FileName: 'leek.png',
          FileProperties: { properties: isThereWithType },
        },
        renditions: { thumbnail: [{ href: isText }], downloadOriginal: [{ href: isText }] },
      })
    },
    'the base URL in front of a `Location` that does not begin with http; a size as text': async (
      program,
    ) => {
      const { announced, location } = await announce(program, { file_size: String(picture.length) })
      const address = location.startsWith('http') ? location : `http://base.test${location}`

      must(await postFile(program, address, picture), { status: 200, body: { success: true } })
      must(
        await program.write('POST', '/api/v2.0/upload/finalize', {
          upload_identifier: textAt(announced.body, 'upload_identifier'),
          file_identifier: textAt(announced.body, 'file_identifier'),
        }),
        { body: { asset_id: isNumber } },
      )
    },
    'parts of a file, chunk and chunks in either order, without a token': async (program) => {
      const { announced, location } = await announce(program)
      const stranger = program.with({})

      must(await postFile(stranger, `${location}&chunks=2&chunk=0`, picture.slice(0, 9)), { status: 200 })
      must(await postFile(stranger, `${location}&chunk=1&chunks=2`, picture.slice(9)), { status: 200 })
      must(await stranger.send('POST', `${location}&chunks=2`), { status: 200 })
      await program.write('POST', '/api/v2.0/upload/finalize', announced.body)
    },
    'raw bytes by PUT, and by POST under a form type without a boundary': async (program) => {
      for (const [method, headers] of [
        ['PUT', { 'Content-Type': 'image/png', 'x-ms-blob-type': 'BlockBlob' }],
        ['POST', { 'Content-Type': 'multipart/form-data' }],
      ] as const) {
        const { announced } = await announce(program)

        must(await program.send(method, textAt(announced.body, 'upload_url'), { headers, body: picture }), {
          status: 200,
          body: { success: true, message: '' },
        })
        await program.write('POST', '/api/v2.0/upload/finalize', announced.body)
      }
    },
    'names in camel case, and the action `Create`': async (program) => {
      const announced = await program.write('POST', '/api/v2.0/upload', {
        fileName: 'leek.png',
        fileSize: picture.length,
        uploadConfiguration: { name: 'AssetUploadConfiguration' },
        action: { name: 'Create' },
      })

      must(await postFile(program, announced.headers.get('location') ?? '', picture), { status: 200 })
      await program.write('POST', '/api/v2.0/upload/finalize', announced.body)
    },
    'version 1: announce by form, PUT the bytes, make an asset': async (program) => {
      const announced = await program.send('POST', '/api/v1.0/upload', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `fileName=leek.png&fileSize=${picture.length}`,
      })

      must(announced, { status: 200, body: { fileIdentifier: isText, storageIdentifier: isText } })
      must(await program.send('PUT', announced.headers.get('location') ?? '', { body: picture }), {
        status: 200,
      })

      const made = await program.write('POST', '/api/v1.0/upload/assets', announced.body)

      must(await program.get(made.headers.get('location') ?? ''), { properties: { FileName: 'leek.png' } })
    },
  }),
  family('Upload and publish scripts', {
    'upload, approve, and find the state Approved over the relation': async (program) => {
      const asset = `/api/entities/${await upload(program)}`

      await program.write('POST', `${asset}/lifecycle/approve`, {})

      const relation = await program.get(`${asset}/relations/FinalLifeCycleStatusToAsset`)

      must(await program.get(textAt(relation, 'parent.href')), {
        identifier: 'M.Final.LifeCycle.Status.Approved',
      })
    },
    'publish with `parent` or `parents`, wait for Status, and get the picture without a token': async (
      program,
    ) => {
      const asset = { href: `/api/entities/${await upload(program)}` }

      for (const end of [{ parent: asset }, { parents: [asset] }]) {
        const made = await program.write('POST', '/api/entitydefinitions/M.PublicLink/entities', {
          properties: { resource: 'downloadOriginal' },
          relations: { AssetToPublicLink: end },
        })
        const link = await program.get(`/api/entities/${textAt(made.body, 'id')}`)

        must(link, {
          properties: { Status: 'Completed', RelativeUrl: isText, VersionHash: /^[0-9a-f]{8}$/ },
          public_link: isText,
        })
        await readWithoutToken(program, link)
      }
    },
    'set an expiry in the past: the link expires': async (program) => {
      const link = await publish(program)

      await program.write('PUT', textAt(link, 'self.href'), {
        entitydefinition: { href: '/api/entitydefinitions/M.PublicLink' },
        properties: { ExpirationDate: '2020-01-01T00:00:00Z' },
      })
      must(await program.with({}).send('GET', textAt(link, 'public_link')), { status: 404 })
    },
  }),
  family('Large-file uploader', {
    'parts, a closing POST without a body, and `Asset_id` without letter case': async (program) => {
      const { announced, location } = await announce(program, {
        action: { name: 'NewAsset', parameters: {} },
      })
      const parts = [picture.slice(0, 8), picture.slice(8, 16), picture.slice(16)]

      for (const [chunk, part] of parts.entries()) {
        must(await postFile(program, `${location}&chunks=${parts.length}&chunk=${chunk}`, part), {
          status: 200,
        })
      }
      must(await program.send('POST', `${location}&chunks=${parts.length}`), { status: 200 })

      const { body } = await program.write('POST', '/api/v2.0/upload/finalize', announced.body)
      const folded = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]),
      )

      must(folded, { success: true, asset_id: isNumber, asset_identifier: isText })
    },
    'another main file, and an alternative, for an asset by its id as text': async (program) => {
      const AssetId = await upload(program)

      for (const name of ['NewMainFile', 'NewAlternativeFile']) {
        const { announced, location } = await announce(program, { action: { name, parameters: { AssetId } } })

        must(await postFile(program, location, picture), { status: 200 })
        must((await program.write('POST', '/api/v2.0/upload/finalize', announced.body)).body, {
          asset_id: Number(AssetId),
        })
      }
      must(await program.get(`/api/entities/${AssetId}`), { renditions: { alternative1: hasItems } })
    },
  }),
]

/** A public link of a new asset. */
export async function publish(program: Program, properties: object = {}): Promise<object> {
  const address = await program.create('/api/entities', {
    id: -1,
    entitydefinition: { href: '/api/entitydefinitions/M.PublicLink' },
    properties: { Resource: 'downloadOriginal', ...properties },
    relations: { AssetToPublicLink: { parents: [{ href: `/api/entities/${await upload(program)}` }] } },
  })

  return program.get(address)
}

export async function readWithoutToken(program: Program, link: object): Promise<void> {
  const stranger = program.with({})
  const relative = textAt(link, 'properties.RelativeUrl')
  const address = `/api/public/content/${relative}?v=${textAt(link, 'properties.VersionHash')}`

  for (const url of [textAt(link, 'public_link'), address, `/api/public/content/${relative}`]) {
    const whole = await stranger.send('GET', url)

    must(whole, { status: 200, text: picture })
    must(whole.headers.get('content-type'), /^image\//, 'Content-Type')
  }
  const byte = await stranger.send('GET', address, { headers: { Range: 'bytes=0-0' } })

  must(byte, { status: 206, text: 'n' })
  must(byte.headers.get('content-range'), `bytes 0-0/${picture.length}`)
  must(await stranger.send('HEAD', address), { status: 200 })
}

const isThereWithType = { content_type: 'image/png', extension: 'png', filesizebytes: String(picture.length) }
