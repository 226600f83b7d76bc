import { expect } from 'vitest'
import { jsonOf, openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { fileKeyOf } from '../../../data/model/files/public-links.ts'

/** An upload as existing programs do it: announce, post the content without a token, and finalize with the first response. */
interface Upload {
  name: string
  content: string
  action?: object
  method?: 'POST' | 'PUT'
  /** Content type of the body; a form with the field `file` if omitted. */
  type?: string
}

const token = { 'x-auth-token': 'sandbox-editor' }

async function announce(doors: Doors, { name, content, action }: Upload): Promise<Record<string, string>> {
  const response = await doors.post(
    '/api/v2.0/upload',
    {
      file_name: name,
      file_size: String(content.length),
      upload_configuration: { name: 'AnyConfiguration' },
      action: action ?? { name: 'NewAsset' },
    },
    { headers: token },
  )
  const body = (await response.json()) as Record<string, string>

  expect(body.upload_url).toBe(response.headers.get('location'))

  return body
}

/** Posts content, or a part of it. The boundary is fixed, so that every door gets the same bytes. */
function send(doors: Doors, url = '', { content, method = 'POST', type }: Omit<Upload, 'name'>) {
  const head =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\nContent-Type: text/plain\r\n\r\n'

  return doors.fetch(url.slice(origin.length), {
    method,
    headers: { 'content-type': type ?? 'multipart/form-data; boundary=edge' },
    body: type === undefined ? `${head}${content}\r\n--edge--\r\n` : content,
  })
}

const finalize = (doors: Doors, announced: object) =>
  doors.post('/api/v2.0/upload/finalize', announced, { headers: token })

async function upload(doors: Doors, file: Upload): Promise<{ asset_id: number }> {
  const announced = await announce(doors, file)

  expect(await jsonOf(200, send(doors, announced.upload_url, file))).toEqual({ success: true, message: '' })

  const finished = await finalize(doors, announced)
  const body = (await finished.json()) as { asset_id: number }

  expect(body).toMatchObject({ success: true, message: '', asset_id: expect.any(Number) })
  expect(finished.headers.get('location')).toBe(`${origin}/api/entities/${body.asset_id}`)

  return body
}

async function firstAsset(doors: Doors, expression: string): Promise<{ id: number }> {
  const query = encodeURIComponent(`Definition.Name=='M.Asset' AND ${expression}`)
  const { items } = await doors.get<{ items: { id: number }[] }>(`/api/entities/query?query=${query}&take=1`)

  return { id: items[0]?.id ?? 0 }
}

test('an upload sets a mandatory option of a property with several values', async (doors) => {
  const path = '/api/entitydefinitions/M.Asset'
  const definition = await doors.get<{ member_groups: { members: object[] }[] }>(path)
  const kinds = {
    name: 'Kinds',
    type: 'String',
    is_multivalue: true,
    is_mandatory: true,
    datasource: 'M.Media',
  }

  definition.member_groups[0]?.members.push(kinds)
  await doors.put(path, definition)

  const { asset_id } = await upload(doors, { name: 'leek.png', content: 'leek' })

  expect(await doors.get(`/api/entities/${asset_id}`)).toMatchObject({
    properties: { Kinds: [{ identifier: 'image' }] },
  })
})

test('an upload creates an asset in its first lifecycle state, with generated renditions', async () => {
  await using doors = await openDoors({ auth: 'required' })
  const { asset_id } = await upload(doors, { name: 'leek.jpg', content: 'a picture' })

  expect(
    await doors.get(`/api/entities/${asset_id}?nestedRelations=ContentRepositoryToAsset`, { headers: token }),
  ).toMatchObject({
    created_by: { href: `${origin}/api/entities/7` },
    properties: {
      Title: 'leek.jpg',
      FileName: 'leek.jpg',
      Media: { identifier: 'image' },
      FileProperties: { properties: { content_type: 'image/jpeg', group: 'Images', filesizebytes: '9' } },
      MainFile: { locations: { local: [expect.any(String)] } },
      Renditions: { thumbnail: { status: 'completed' } },
    },
    relations: { ContentRepositoryToAsset: { parents: [{ href: `${origin}/api/entities/160` }] } },
    renditions: {
      thumbnail: [{}],
      bigthumbnail: [{}],
      preview: [{}],
      downloadPreview: [{}],
      preview_download: [{}],
      thumbnail_cropped: [{}],
      metadata: [{}],
      downloadOriginal: [{}],
    },
  })
  expect(
    await doors.get(`/api/entities/${asset_id}/relations/FinalLifeCycleStatusToAsset`, { headers: token }),
  ).toMatchObject({ parent: { properties: { StatusValue: 'Created' } } })
})

test.table<[string, Partial<Upload>]>([
  ['POST without a boundary', { type: 'multipart/form-data' }],
  ['POST of the bytes', { type: 'application/octet-stream' }],
  ['PUT of the bytes', { type: 'image/png', method: 'PUT' }],
])('the content of a file is accepted by %s', async (doors, _, how) => {
  const { asset_id } = await upload(doors, { name: 'leek.png', content: 'raw bytes', ...how })
  const file = await doors.fetch(`/api/entities/${asset_id}/renditions/downloadOriginal`)

  expect(await file.text()).toBe('raw bytes')
})

test.table([
  [{ file_name: 'a.txt', file_size: '' }, 'file_size'],
  [{ file_name: 'a.txt', file_size: true }, 'file_size'],
  [
    { file_name: 'a.txt', file_size: '5', action: { name: 'NewMainFile', parameters: { AssetId: '' } } },
    'action.parameters.AssetId',
  ],
])('a number of an upload may be text, but not empty: %j', async (doors, json, member) => {
  expect(Object.keys(await jsonOf(400, doors.post('/api/v2.0/upload', json)))).toEqual([member])
})

test('a file of more than 128 MiB is rejected when it is announced', async (doors) => {
  const json = { file_name: 'a.mp4', file_size: 128 * 2 ** 20 + 1, action: { name: 'NewAsset' } }

  expect(await jsonOf(413, doors.post('/api/v2.0/upload', json))).toEqual({
    Message: '"a.mp4" has 134217729 bytes; a file has at most 134217728.',
  })
})

test('the first missing parts are named, and content beyond the announced size is rejected', async (doors) => {
  const announced = await announce(doors, {
    name: 'a.txt',
    content: '0123456789',
    action: { name: 'NewMainFile', parameters: { AssetId: 1000 } },
  })
  const url = announced.upload_url ?? ''
  const check = (query: string) => doors.post(`${url.slice(origin.length)}${query}`)

  await send(doors, `${url}&chunks=999999&chunk=1`, { content: 'half!' })
  expect((await check('&chunks=1')).status).toBe(400)
  expect(await jsonOf(400, check('&chunks=999999'))).toEqual({
    chunks: 'Of 999999 parts, these are missing: 0, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more.',
  })
  expect((await finalize(doors, announced)).status).toBe(400)
  expect((await send(doors, `${url}&chunks=2&chunk=1`, { content: 'more than ten' })).status).toBe(400)
})

test('uploads replace the main file of an asset, and add alternatives, which a fetched main file leaves', async (doors) => {
  const { asset_id } = await upload(doors, { name: 'leek.png', content: 'first', action: { name: 'Import' } })
  const to = { parameters: { AssetId: String(asset_id) } }

  await upload(doors, { name: 'other.gif', content: 'second', action: { name: 'NewMainFile', ...to } })
  await upload(doors, { name: 'small.png', content: 'third', action: { name: 'NewAlternativeFile', ...to } })

  const { renditions, properties } = await doors.get<{
    renditions: Record<string, { href: string }[]>
    properties: object
  }>(`/api/entities/${asset_id}`)
  const contentOf = async (name: string) =>
    (await doors.fetch(renditions[name]?.[0]?.href.slice(origin.length) ?? '')).text()

  expect(properties).toMatchObject({ Title: 'leek.png', FileName: 'other.gif' })
  expect(await contentOf('downloadOriginal')).toBe('second')
  expect(await contentOf('alternative1')).toBe('third')

  const fetched = {
    asset: { href: `/api/entities/${asset_id}` },
    files: [{ href: 'https://x.test/new.jpg' }],
  }

  expect((await doors.post('/api/fetchjobs', fetched)).status).toBe(201)
  expect(await contentOf('downloadOriginal')).toMatch(/^.PNG/)
  expect(await contentOf('alternative1')).toBe('third')
})

test.table<[method: string, ofNew: string, ofDestination: string]>([
  ['Keep', 'source', 'source'],
  ['Ignore', 'generated', 'own'],
  ['Remove', 'generated', 'generated'],
  ['Overwrite', 'generated', 'generated'],
])(
  'the uploaded files of an asset go with its FileProperties: after %s, a copy has its %s file, a destination its %s one, and only alternatives replace its alternatives (interface 4.3.6)',
  async (doors, method, ofNew, ofDestination) => {
    const property = {
      property: 'FileProperties',
      method,
      ...(method === 'Overwrite' && { new_value: '{"properties":{"content_type":"application/pdf"}}' }),
    }
    const idOf = async (content: string) => {
      const { asset_id } = await upload(doors, { name: 'leek.txt', content })
      const action = { name: 'NewAlternativeFile', parameters: { AssetId: asset_id } }

      await upload(doors, { name: 'other.txt', content: `${content}, too`, action })

      return asset_id
    }
    const fileOf = async (id: number, name = 'downloadOriginal') => {
      const content = await (await doors.fetch(`/api/entities/${id}/renditions/${name}?t=w1`)).text()

      return /^(?:.PNG|%PDF)/.test(content) ? 'generated' : content
    }
    const [source, destination] = [await idOf('source'), await idOf('own')]
    const copyTo = async (to?: number, options: object[] = [property]) => {
      const body = { destination_entity_id: to, property_copy_options: options }
      const response = await doors.post(`/api/entities/${source}/copy`, body)

      return ((await response.json()) as { id: number }).id
    }

    expect(await fileOf(await copyTo())).toBe(ofNew)
    expect(await fileOf(await copyTo(destination))).toBe(ofDestination)
    expect(await fileOf(destination, 'alternative1')).toBe(`${method === 'Keep' ? 'source' : 'own'}, too`)
    await doors.post('/__sandbox/undo')
    expect(await fileOf(destination)).toBe('own')
    await doors.post('/api/entities/1000/copy', { destination_entity_id: destination })
    expect(await fileOf(destination)).toBe('generated')
    expect(await fileOf(destination, 'alternative1')).toBe('own, too')
  },
)

test.table<[how: string, idOf: (doors: Doors) => Promise<number>]>([
  ['seeded', async (doors) => (await firstAsset(doors, "String('Media')=='document'")).id],
  ['uploaded', async (doors) => (await upload(doors, { name: 'plan.pptx', content: 'slides' })).asset_id],
])(
  'the file of a document that was %s is described, has all renditions, and accepts an alternative',
  async (doors, _, idOf) => {
    const id = await idOf(doors)
    const path = `/api/entities/${id}`
    const { properties } = await doors.get<{ properties: Record<string, { properties: object }> }>(path)
    const file = {
      filename: properties.FileName,
      group: 'Documents',
      extension: expect.stringMatching(/^p/),
      filesizebytes: expect.any(String),
    }
    const read = (name: string) => doors.fetch(`${path}/renditions/${name}`)

    expect(properties).toMatchObject({
      FileProperties: { properties: file },
      MainFile: { properties: file, locations: { local: [expect.any(String)] } },
      Renditions: {
        thumbnail_cropped: { status: 'completed', properties: { width: '160', height: '160' } },
        preview_download: { properties: { width: '1600' } },
        metadata: { locations: { local: [expect.any(String)] } },
        pdf: expect.any(Object),
      },
    })
    expect(await (await read('metadata')).json()).toEqual(properties.FileProperties?.properties)

    const pdf = await read('pdf')

    expect([pdf.headers.get('content-type'), (await pdf.text()).slice(0, 5)]).toEqual([
      'application/pdf',
      '%PDF-',
    ])

    await upload(doors, {
      name: 'a.txt',
      content: 'notes',
      action: { name: 'NewAlternativeFile', parameters: { AssetId: id } },
    })
    expect(await (await read('alternative1')).text()).toBe('notes')
    expect(await doors.get(path)).toMatchObject({ properties, version: expect.any(Number) })
  },
)

test('an asset without a file has no main file, and accepts no alternative', async (doors) => {
  const properties = { Title: 'Planned' }
  const path = await doors.create('/api/entitydefinitions/M.Asset/entities', { properties })

  expect(await doors.get(path)).toMatchObject({ properties: { MainFile: null, Renditions: null } })

  const action = { name: 'NewAlternativeFile', parameters: { AssetId: Number(path.split('/').pop()) } }
  const announced = await announce(doors, { name: 'a.txt', content: '', action })
  const finished = await finalize(doors, announced)

  expect([finished.status, await finished.text()]).toEqual([400, expect.stringContaining('has no main file')])
})

test('renditions are listed with their sizes, and served by /api/gateway; for an unknown one, 404 names them', async () => {
  await using doors = await openDoors({ auth: 'required' })
  const { asset_id } = await upload(doors, { name: 'leek.txt', content: 'words' })
  const { renditions } = await doors.get<{ renditions: { rendition_link: { name: string } }[] }>(
    `/api/entities/${asset_id}/renditions`,
    { headers: token },
  )

  expect(renditions.find(({ rendition_link }) => rendition_link.name === 'thumbnail')).toEqual({
    rendition_link: { name: 'thumbnail', labels: { 'en-US': 'thumbnail' } },
    file_location: {
      files: [
        {
          metadata: { width: 240, height: 160, content_type: 'image/png' },
          delivery_link: { href: expect.stringContaining(`/api/entities/${asset_id}/renditions/thumbnail`) },
        },
      ],
    },
  })
  for (const [rendition, type] of [
    ['preview', 'image/png'],
    ['downloadOriginal', 'text/plain; charset=utf-8'],
  ])
    expect((await doors.fetch(`/api/gateway/${asset_id}/${rendition}`)).headers.get('content-type')).toBe(
      type,
    )
  expect(await jsonOf(404, doors.fetch(`/api/gateway/id/${asset_id}/poster`))).toEqual({
    Message: expect.stringMatching(/^There is no rendition "poster". Available: thumbnail, /),
  })
})

test('the size of an uploaded picture is read from its content', async (doors) => {
  // The beginning of a GIF, 37 pixels wide and 21 high.
  const { asset_id } = await upload(doors, {
    name: 'leek.gif',
    content: 'GIF89a%\0\x15\0',
    type: 'image/gif',
  })
  const { renditions } = await doors.get<{
    renditions: { rendition_link: { name: string }; file_location: object }[]
  }>(`/api/entities/${asset_id}/renditions`)

  expect(await doors.get(`/api/entities/${asset_id}`)).toMatchObject({
    properties: {
      Width: 37,
      Height: 21,
      FileProperties: { properties: { width: '37', height: '21' } },
      Renditions: { thumbnail: { properties: { width: '37', height: '21' } } },
    },
  })
  expect(renditions[0]?.file_location).toMatchObject({
    files: [{ metadata: { width: 37, height: 21, content_type: 'image/gif' } }],
  })
})

async function publish(doors: Doors, assets: number[], properties: object = {}) {
  const path = await doors.create('/api/entitydefinitions/M.PublicLink/entities', {
    id: -1,
    properties: { Resource: 'downloadOriginal', ...properties },
    relations: { AssetToPublicLink: { parents: assets.map((id) => ({ href: `/api/entities/${id}` })) } },
  })

  return doors.get(path)
}

test('a public link gets a generated address, and serves the file in ranges without a token', async (doors) => {
  const { asset_id } = await upload(doors, { name: 'leek.jpg', content: '0123456789' })
  const link = await publish(doors, [asset_id, 1000])
  const address = String(link.public_link)
  const get = (range?: string, headers: Record<string, string> = {}) =>
    doors.fetch(address.slice(origin.length), { headers: range ? { range, ...headers } : headers })

  expect(link).toMatchObject({
    properties: {
      Status: 'Completed',
      RelativeUrl: expect.stringMatching(/^[\w-]{22}$/),
      VersionHash: expect.stringMatching(/^[0-9a-f]{8}$/),
    },
  })
  expect(address).toMatch(/\/api\/public\/content\/[\w-]{22}\?v=[0-9a-f]{8}$/)

  const whole = await get()
  const byte = await get('bytes=0-0')

  expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
    200,
    'image/jpeg',
    '0123456789',
  ])
  expect([byte.status, byte.headers.get('content-range'), await byte.text()]).toEqual([
    206,
    'bytes 0-0/10',
    '0',
  ])
  expect(await (await get('bytes=-3')).text()).toBe('789')

  const etag = whole.headers.get('etag') ?? ''

  expect(etag).toMatch(/^".+"$/)
  expect(byte.headers.get('etag')).toBe(etag)
  expect((await get('bytes=0-0', { 'if-range': etag })).status).toBe(206)
  expect((await get('bytes=0-0', { 'if-range': '"of-another-version"' })).status).toBe(200)
  expect((await get('bytes=0-0', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('bytes=10-')).status).toBe(416)
  expect(
    (await doors.fetch(address.slice(origin.length), { method: 'HEAD' })).headers.get('content-length'),
  ).toBe('10')
  expect(
    (await doors.fetch(`${address.slice(origin.length)}&download=true`)).headers.get('content-disposition'),
  ).toBe('attachment')
})

test('the address of a public link is unique', async (doors) => {
  await publish(doors, [1000], { RelativeUrl: 'harbour' })

  const body = { properties: { Resource: 'preview', RelativeUrl: 'harbour' } }
  const again = doors.post('/api/entitydefinitions/M.PublicLink/entities', body)

  expect(await jsonOf(400, again)).toHaveProperty('RelativeUrl')
})

test('a copy of a public link has an address of its own, which serves the file', async (doors) => {
  const { asset_id } = await upload(doors, { name: 'leek.jpg', content: '0123456789' })

  for (const [RelativeUrl, expected] of [
    ['harbour', 'harbour-2'],
    [undefined, expect.stringMatching(/^[\w-]{22,}$/)],
  ]) {
    const { id, properties } = await publish(doors, [asset_id], { RelativeUrl })
    const source = properties as Record<string, unknown> // as in every entity
    const path = await doors.create(`/api/entities/${String(id)}/copy`, {})
    const copy = await doors.get<{ properties: Record<string, unknown>; public_link: string }>(path)
    const file = await doors.fetch(copy.public_link.slice(origin.length))

    expect(copy.properties).toEqual({
      ...source,
      RelativeUrl: expected,
      VersionHash: expect.stringMatching(/^[0-9a-f]{8}$/),
      FileKey: expect.stringMatching(/^[0-9a-f]{8}$/),
    })
    for (const name of ['RelativeUrl', 'VersionHash', 'FileKey'])
      expect(copy.properties[name]).not.toBe(source[name])
    expect([file.status, await file.text()]).toEqual([200, '0123456789'])
  }

  const removed = [{ property: 'RelativeUrl', method: 'Remove' }]
  const { id } = await publish(doors, [asset_id], { Resource: 'preview' })
  const path = await doors.create(`/api/entities/${String(id)}/copy`, { property_copy_options: removed })

  expect(await doors.get(path)).toMatchObject({
    properties: { RelativeUrl: null, VersionHash: null, FileKey: null },
  })
  const { id: to } = await publish(doors, [asset_id], { RelativeUrl: 'quay' })

  await doors.post(`/api/entities/${String(id)}/copy`, { destination_entity_id: to })
  expect(await doors.get(`/api/entities/${String(to)}`)).toMatchObject({
    properties: { Resource: 'preview', RelativeUrl: 'quay', FileKey: fileKeyOf('quay', 'preview') },
  })
})

test('a public link that has expired or is disabled returns 404', async (doors) => {
  const links = [
    await publish(doors, [1000], { RelativeUrl: 'harbour', ExpirationDate: '2026-06-16T00:00:00Z' }),
    await publish(doors, [1000], { RelativeUrl: 'quay' }),
  ]
  const statuses = async () => [
    (await doors.fetch('/api/public/content/harbour?t=w1')).status,
    (await doors.fetch('/api/public/content/quay?t=w1')).status,
  ]

  expect(await statuses()).toEqual([200, 200])
  await doors.post('/__sandbox/clock/advance', { ms: 86_400_000 })
  await doors.put(`/api/entities/${String(links[1]?.id)}`, { properties: { IsDisabled: true } })
  expect(await statuses()).toEqual([404, 404])
})

/** The start of each type of file. */
const signatures: Record<string, string> = {
  'image/png': '\x89PNG\r\n',
  'application/pdf': '%PDF-1.4',
  'audio/wav': 'RIFF',
  'video/webm': '\x1aE\xdf\xa3',
}

test.table<[media: string, types: string[]]>([
  ['image', ['image/png']],
  ['video', ['video/webm']],
  ['audio', ['audio/wav']],
  ['document', ['application/pdf']],
])('the file of a seeded %s has the type and size that its properties state', async (doors, media, types) => {
  const { id } = await firstAsset(doors, `String('Media')=='${media}'`)
  const { properties } = await doors.get<{
    properties: {
      FileName: string
      FileProperties: { properties: { content_type: string; filesizebytes: string } }
    }
  }>(`/api/entities/${id}`)
  const { content_type, filesizebytes } = properties.FileProperties.properties
  const file = await doors.fetch(`/api/gateway/${id}/downloadOriginal`)
  const bytes = Buffer.from(await file.arrayBuffer())

  expect(types).toContain(content_type)
  expect(file.headers.get('content-type')).toBe(content_type)
  expect(bytes.toString('latin1')).toMatch(new RegExp(`^${signatures[content_type]}`))
  expect(bytes).toHaveLength(Number(filesizebytes))
  expect(properties.FileName.endsWith(content_type.slice(-3))).toBe(true)
})

/** Width and height in the header of a PNG. */
async function pngSize(response: Response): Promise<number[]> {
  const bytes = Buffer.from(await response.arrayBuffer())

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])

  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

test.table<[t: string, size: number[]]>([
  ['w320', [320, 213]],
  ['h100', [150, 100]],
  ['775x436', [775, 436]],
  ['web', [240, 160]],
  ['1712345678', [240, 160]],
  ['w0', [1, 1]],
  ['99999x99999', [1414, 1414]],
])('t=%s selects the size of a picture, as rendition and as public link', async (doors, t, size) => {
  const link = await publish(doors, [1000], { Resource: 'thumbnail' })
  const address = String(link.public_link).slice(origin.length)

  for (const path of [`${address}&t=${t}`, `/api/entities/1000/renditions/thumbnail?t=${t}`])
    expect(await pngSize(await doors.fetch(path))).toEqual(size)
})

test('an original picture has the size that its properties state', async (doors) => {
  const { id } = await firstAsset(doors, "String('Media')=='image'")
  const { properties } = await doors.get<{ properties: { Width: number; Height: number } }>(
    `/api/entities/${id}`,
  )

  expect(await pngSize(await doors.fetch(`/api/gateway/${id}/downloadOriginal`))).toEqual([
    properties.Width,
    properties.Height,
  ])
})

test('the cross-reference table of a PDF points at its objects', async (doors) => {
  const { id } = await firstAsset(doors, "String('Media')=='document'")
  const bytes = Buffer.from(await (await doors.fetch(`/api/gateway/${id}/downloadOriginal`)).arrayBuffer())
  const text = bytes.toString('latin1')
  const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? []
  const table = text.slice(Number(start))

  expect(table).toMatch(/^xref\n0 5\n/)
  for (const [index, line] of table.split('\n').slice(3, 7).entries())
    expect(text.slice(Number(line.slice(0, 10)))).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  expect((await doors.fetch(`/api/gateway/${id}/downloadExtractedContent`)).headers.get('content-type')).toBe(
    'text/plain; charset=utf-8',
  )
})
