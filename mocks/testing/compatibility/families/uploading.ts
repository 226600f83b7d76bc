import { family, is, must, textAt, type Program } from '../program.ts'

/** Creates an upload as most programs do. */
export async function createUpload(program: Program, more: object = {}) {
  const created = await program.write('POST', '/api/v2.0/upload', {
    file_name: 'leek.png',
    file_size: picture.length,
    upload_configuration: { name: 'AssetUploadConfiguration' },
    action: { name: 'NewAsset' },
    ...more,
  })
  const location = created.headers.get('location') ?? ''

  must(created.body, { upload_identifier: is.text, file_identifier: is.text })
  must(location, /^https?:\/\/.*\?/, 'Location')

  return { created, location }
}

/** Posts the field `file` of a form. */
export function postFile(program: Program, location: string, content: string, headers: object = {}) {
  const head = 'Content-Disposition: form-data; name="file"; filename="leek.png"\r\nContent-Type: image/png'

  return program.send('POST', location, {
    headers: { 'Content-Type': 'multipart/form-data; boundary=edge', ...headers },
    body: `--edge\r\n${head}\r\n\r\n${content}\r\n--edge--\r\n`,
  })
}

/** Uploads a file as a new asset: creates the upload, posts the file, and finishes with the body of the first response. */
export async function upload(program: Program, more?: object): Promise<string> {
  const { created, location } = await createUpload(program, more)

  must(await postFile(program, location, picture), { status: 200 })

  const finished = await program.write('POST', '/api/v2.0/upload/finalize', created.body)

  must(finished.body, { success: true, message: '', asset_id: is.number, asset_identifier: is.text })
  must(finished.headers.get('location'), new RegExp(`/api/entities/${textAt(finished.body, 'asset_id')}$`))

  return textAt(finished.body, 'asset_id')
}

/** The content of a file. It need not be a valid picture. */
const picture = 'not really a picture'

export const uploading = [
  family('Asset uploaders', {
    'GET /api/status to check that the service is up, without a token': async (program) => {
      must(await program.with({}).get('/api/status'), { hostname: is.text })
    },
    'create an upload, post the file to its `Location`, finish, and read the asset': async (program) => {
      must(await program.get(`/api/entities/${await upload(program)}`), {
        properties: {
          Title: 'leek.png',
          FileName: 'leek.png',
          FileProperties: { properties: fileProperties },
          MainFile: { locations: { local: [is.text] }, properties: fileProperties },
          Renditions: { thumbnail: { status: 'completed', locations: { local: [is.text] } } },
        },
        renditions: { thumbnail: [{ href: is.text }], downloadOriginal: [{ href: is.text }] },
      })
    },
    'the base URL in front of a `Location` that does not begin with http; a size as text': async (
      program,
    ) => {
      const { created, location } = await createUpload(program, { file_size: String(picture.length) })
      const url = location.startsWith('http') ? location : `http://base.test${location}`

      must(await postFile(program, url, picture), { status: 200, body: { success: true } })
      must(
        await program.write('POST', '/api/v2.0/upload/finalize', {
          upload_identifier: textAt(created.body, 'upload_identifier'),
          file_identifier: textAt(created.body, 'file_identifier'),
        }),
        { body: { asset_id: is.number } },
      )
    },
    'parts of a file, chunk and chunks in either order, without a token': async (program) => {
      const { created, location } = await createUpload(program)
      const anonymous = program.with({})

      must(await postFile(anonymous, `${location}&chunks=2&chunk=0`, picture.slice(0, 9)), { status: 200 })
      must(await postFile(anonymous, `${location}&chunk=1&chunks=2`, picture.slice(9)), { status: 200 })
      must(await anonymous.send('POST', `${location}&chunks=2`), { status: 200 })
      await program.write('POST', '/api/v2.0/upload/finalize', created.body)
    },
    'raw bytes by PUT, and by POST as `multipart/form-data` without a boundary': async (program) => {
      for (const [method, headers] of [
        ['PUT', { 'Content-Type': 'image/png', 'x-ms-blob-type': 'BlockBlob' }],
        ['POST', { 'Content-Type': 'multipart/form-data' }],
      ] as const) {
        const { created } = await createUpload(program)

        must(await program.send(method, textAt(created.body, 'upload_url'), { headers, body: picture }), {
          status: 200,
          body: { success: true, message: '' },
        })
        await program.write('POST', '/api/v2.0/upload/finalize', created.body)
      }
    },
    'names in camel case, and the action `Create`': async (program) => {
      const created = await program.write('POST', '/api/v2.0/upload', {
        fileName: 'leek.png',
        fileSize: picture.length,
        uploadConfiguration: { name: 'AssetUploadConfiguration' },
        action: { name: 'Create' },
      })

      must(await postFile(program, created.headers.get('location') ?? '', picture), { status: 200 })
      await program.write('POST', '/api/v2.0/upload/finalize', created.body)
    },
    'version 1: create an upload by a form, PUT the bytes, create an asset': async (program) => {
      const created = await program.send('POST', '/api/v1.0/upload', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `fileName=leek.png&fileSize=${picture.length}`,
      })

      must(created, {
        status: 200,
        body: { fileIdentifier: is.text, storageIdentifier: is.text },
      })
      must(await program.send('PUT', created.headers.get('location') ?? '', { body: picture }), {
        status: 200,
      })

      const asset = await program.write('POST', '/api/v1.0/upload/assets', created.body)

      must(await program.get(asset.headers.get('location') ?? ''), { properties: { FileName: 'leek.png' } })
    },
  }),
  family('Upload and publish scripts', {
    'upload, approve, and read the state Approved through the relation': async (program) => {
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
        const response = await program.write('POST', '/api/entitydefinitions/M.PublicLink/entities', {
          properties: { resource: 'downloadOriginal' },
          relations: { AssetToPublicLink: end },
        })
        const link = await program.get(`/api/entities/${textAt(response.body, 'id')}`)

        must(link, {
          properties: { Status: 'Completed', RelativeUrl: is.text, VersionHash: /^[0-9a-f]{8}$/ },
          public_link: is.text,
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
    'parts, a final POST without a body, and `Asset_id` in any letter case': async (program) => {
      const { created, location } = await createUpload(program, {
        action: { name: 'NewAsset', parameters: {} },
      })
      const parts = [picture.slice(0, 8), picture.slice(8, 16), picture.slice(16)]

      for (const [chunk, part] of parts.entries()) {
        must(await postFile(program, `${location}&chunks=${parts.length}&chunk=${chunk}`, part), {
          status: 200,
        })
      }
      must(await program.send('POST', `${location}&chunks=${parts.length}`), { status: 200 })

      const { body } = await program.write('POST', '/api/v2.0/upload/finalize', created.body)
      const lowerCased = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]),
      )

      must(lowerCased, { success: true, asset_id: is.number, asset_identifier: is.text })

      const file = `/api/entities/${lowerCased['asset_id']}/renditions/downloadOriginal`

      must(await program.send('GET', file), { status: 200, text: picture })
    },
    'another main file, and an alternative, for an asset by its id as text': async (program) => {
      const AssetId = await upload(program)

      for (const name of ['NewMainFile', 'NewAlternativeFile']) {
        const action = { name, parameters: { AssetId } }
        const { created, location } = await createUpload(program, { action })

        must(await postFile(program, location, picture), { status: 200 })
        must((await program.write('POST', '/api/v2.0/upload/finalize', created.body)).body, {
          asset_id: Number(AssetId),
        })
      }
      must(await program.get(`/api/entities/${AssetId}`), { renditions: { alternative1: is.items } })
    },
  }),
]

/** A public link of a new asset. */
export async function publish(program: Program, properties: object = {}): Promise<object> {
  const url = await program.create('/api/entities', {
    id: -1,
    entitydefinition: { href: '/api/entitydefinitions/M.PublicLink' },
    properties: { Resource: 'downloadOriginal', ...properties },
    relations: { AssetToPublicLink: { parents: [{ href: `/api/entities/${await upload(program)}` }] } },
  })

  return program.get(url)
}

export async function readWithoutToken(program: Program, link: object): Promise<void> {
  const anonymous = program.with({})
  const relative = textAt(link, 'properties.RelativeUrl')
  const contentUrl = `/api/public/content/${relative}?v=${textAt(link, 'properties.VersionHash')}`

  for (const url of [textAt(link, 'public_link'), contentUrl, `/api/public/content/${relative}`]) {
    const full = await anonymous.send('GET', url)

    must(full, { status: 200, text: picture })
    must(full.headers.get('content-type'), /^image\//, 'Content-Type')
  }
  const byte = await anonymous.send('GET', contentUrl, { headers: { Range: 'bytes=0-0' } })

  must(byte, { status: 206, text: 'n' })
  must(byte.headers.get('content-range'), `bytes 0-0/${picture.length}`)
  must(await anonymous.send('HEAD', contentUrl), { status: 200 })
}

const fileProperties = { content_type: 'image/png', extension: 'png', filesizebytes: String(picture.length) }
