import { family, is, must, query, textAt } from '../program.ts'
import { createUpload, postFile, publish, upload } from './uploading.ts'
import { newAsset } from './writing.ts'

export const components = [
  family('Public links panel', {
    'the links of an asset that have not expired': async (program) => {
      const link = await publish(program)
      const relation = await program.get(`${textAt(link, 'self.href')}/relations/AssetToPublicLink`)
      const asset = /\d+$/.exec(textAt(relation, 'parents.0.href'))?.[0]
      const notExpired = `Definition.Name=='M.PublicLink' AND Parent('AssetToPublicLink').id==${asset} AND (DateTime('ExpirationDate') equals null OR DateTime('ExpirationDate') gt 2024-05-01T10:00:00.000Z)`

      must(await program.get(query(notExpired)), {
        total_items: 1,
        items: [{ public_link: is.text, properties: { Resource: 'downloadOriginal', ExpirationDate: null } }],
      })
    },
  }),
  family('Crop and focal-point tool', {
    'renditions with their sizes, and a link that converts': async (program) => {
      const id = await upload(program)

      must(await program.get(`/api/entities/${id}/renditions`), {
        renditions: [
          {
            rendition_link: { name: is.text, labels: is.present },
            file_location: {
              files: [{ metadata: { content_type: is.text }, delivery_link: { href: is.text } }],
            },
          },
        ],
      })

      const link = await program.get(
        await program.create('/api/entities', {
          entitydefinition: { href: '/api/entitydefinitions/M.PublicLink' },
          properties: {
            Resource: 'preview',
            ConversionConfiguration: { width: 40, height: 30, original_width: 800, ratio: { name: 'free' } },
          },
          relations: { AssetToPublicLink: { parents: [{ href: await newAsset(program) }] } },
        }),
      )
      const picture = await program.with({}).send('GET', textAt(link, 'public_link'))

      // the size in the header of a PNG: 40 by 30
      must(picture, {
        status: 200,
        text: (text: unknown) => String(text).includes('IHDR\0\0\0\x28\0\0\0\x1e'),
      })
    },
  }),
  family('Uploads by components', {
    'relative URLs, with cookies': async (program) => {
      const component = program.with({ Cookie: 'session=1' })
      const { created, location } = await createUpload(component)

      must(await postFile(component, location.replace(/^https?:\/\/[^/]+/, ''), 'not really a picture'), {
        status: 200,
      })
      await component.write('POST', '/api/v2.0/upload/finalize', created.body)
    },
  }),
]
