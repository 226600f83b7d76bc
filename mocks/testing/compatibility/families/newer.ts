import {
  expand,
  family,
  hasItems,
  isArray,
  isNumber,
  isPresent,
  isText,
  memberAt,
  must,
  query,
  textAt,
} from '../program.ts'
import { firstOf } from './reading.ts'
import { upload } from './uploading.ts'
import { newAsset } from './writing.ts'

export const newer = [
  family('Programs that read everything', {
    'every page of a scroll, by `next.href`, while the entities that were read are deleted': async (
      program,
    ) => {
      const tags = "Definition.Name=='M.Tag'"
      const total = memberAt(await program.get(query(tags, '&take=0')), 'total_items')
      let url: string | undefined = `/api/entities/scroll/?query=${encodeURIComponent(tags)}&take=7`
      let read = 0

      while (url !== undefined) {
        const page = await program.get(url)

        must(page, { items: isArray, returned_items: isNumber, self: { href: isText } })
        for (const item of memberAt(page, 'items') as object[]) {
          must(await program.send('DELETE', textAt(item, 'self.href')), { status: 204 })
          read += 1
        }
        url = memberAt(page, 'next.href') as string | undefined // absent on the last page
      }
      must(read, total, 'Entities on all pages')
    },
    'words in entities of some definitions': async (program) => {
      const page = await program.get('/api/entities/search?query=a*&definitionNames=M.Product&take=20')

      must(page, {
        items: [{ id: isNumber, properties: isPresent, entitydefinition: { href: /M\.Product$/ } }],
      })
    },
  }),
  family('Programs that show assets', {
    'the file of a seeded asset, its renditions, and an alternative for it': async (program) => {
      const asset = await firstOf(program, 'M.Asset')
      const id = textAt(asset, 'id')
      const file = {
        filename: isText,
        group: isText,
        extension: isText,
        content_type: isText,
        filesize: isNumber,
      }

      must(await program.get(`/api/entities/${id}`), {
        properties: {
          Description: { 'en-US': isText },
          FileProperties: { properties: file },
          MainFile: { locations: { local: [isText] }, properties: file },
          Renditions: { thumbnail: { status: 'completed' }, metadata: isPresent },
        },
        renditions: { preview_download: [isPresent], thumbnail_cropped: [isPresent], metadata: [isPresent] },
      })

      const { body } = await program.write('POST', '/api/v2.0/upload', {
        file_name: 'a.txt',
        file_size: 1,
        action: { name: 'NewAlternativeFile', parameters: { AssetId: id } },
      })

      must(await program.send('POST', textAt(body, 'upload_url'), { body: 'a' }), { status: 200 })
      must((await program.write('POST', '/api/v2.0/upload/finalize', body)).body, { asset_id: Number(id) })
    },
    'the rendition `pdf` of a document, uploaded or not': async (program) => {
      const { items } = (await program.get(query("Definition.Name=='M.Asset'", '&take=100'))) as {
        items: object[]
      } // JSON
      const seeded = items.find((asset) => isPresent(memberAt(asset, 'renditions.pdf')))
      const id = await upload(program, { file_name: 'leek.pptx' })

      for (const asset of [seeded, await program.get(`/api/entities/${id}`)]) {
        must(asset, { properties: { Renditions: { pdf: { status: 'completed' } } } })
        const pdf = await program.send('GET', textAt(asset, 'renditions.pdf.0.href'))

        must([pdf.headers.get('content-type'), pdf.text.slice(0, 5)], ['application/pdf', '%PDF-'])
      }
    },
    'status, type and repository with their labels, without another request': async (program) => {
      must(await firstOf(program, 'M.Asset'), {
        relations: {
          FinalLifeCycleStatusToAsset: {
            parent: { href: isText, properties: { StatusValue: isText, StatusLabel: { 'en-US': isText } } },
          },
          AssetTypeToAsset: { parent: { properties: { Label: { 'en-US': isText } } } },
          ContentRepositoryToAsset: {
            parents: [{ properties: { ClassificationName: { 'en-US': isText } } }],
          },
          AssetMediaToAsset: { href: isText },
        },
      })
    },
    'the assets with a tag, by the name of the relation in a search': async (program) => {
      const tag = textAt(await firstOf(program, 'M.Tag'), 'id')
      const { body } = await program.write('POST', '/api/search', {
        filters: [
          {
            name: 'relations.TagToAsset.parents',
            type: 'IdFilter',
            operator: 'AnyOf',
            values: [Number(tag)],
          },
        ],
      })

      must(body, {
        totalItemCount: memberAt(
          await program.get(query(`Definition.Name=='M.Asset' AND Parent('TagToAsset').id==${tag}`)),
          'total_items',
        ),
      })
    },
    'what every installation has': async (program) => {
      for (const name of ['M.AssetMedia', 'M.UserProfile', 'M.UploadConfiguration', 'M.Localization'])
        must(await firstOf(program, name), { id: isNumber })
      must(await program.get('/api/datasources/NotificationTypes'), { values: hasItems })
      must(await program.get(query("String('GroupName')=='M.Builtin.Readers'")), { total_items: 1 })
      must(await firstOf(program, 'M.Tag'), { properties: { TagLabel: { 'en-US': isText } } })
      must(await firstOf(program, 'M.PublicLink'), { properties: { FileKey: isText } })
    },
    'a command with a configured response, and one without': async (program) => {
      const run = (name: string) => program.send('POST', `/api/commands/${name}`, { json: {} })

      must(await run('derivatives/create.variant'), { status: 200, body: { success: true } })
      must(await run('m.asset/setmaster'), { status: 501 })
    },
  }),
  family('Programs that start at the root', {
    'names of paths, old and new, and each of them answers': async (program) => {
      const id = textAt(await firstOf(program, 'M.Asset'), 'id')
      const { routes } = (await program.get('/api', { 'X-ApiVersion': '2' })) as {
        routes: Record<string, { href: string }>
      } // JSON

      for (const [name, values] of Object.entries({
        all_roles_for_entity: { id },
        roles_for_entity: { id },
        roles: {},
        gateway_by_id: { id, rendition: 'preview' },
        renditions_by_id: { id },
        renditions_by_id_v2: { id },
        status: {},
        get_status: {},
        userProfile: {},
        users: {},
        user_by_id: { id: '6' },
        usergroups: {},
        usergroup_by_id: { id: '2' },
        explain_permissions: { id, userId: '6' },
        allsavedselections: {},
        savedselections: { searchIdentifier: 'Assets' },
      })) {
        await program.send('GET', expand(routes[name]?.href ?? '', values)).then((response) => {
          must(response, { status: 200 }, name)
        })
      }
      must(routes, {
        authenticate: isPresent,
        gateway_by_identifier: isPresent,
        remove_search_filters: isPresent,
      })
    },
    'the links of an entity, all roles on it, and the default culture of a new one': async (program) => {
      const entity = await program.get(await newAsset(program))

      must(entity, { cultures: ['en-US'], copyasync: { href: /\/copyasync$/ } })
      must(await program.write('POST', textAt(entity, 'copyasync.href'), {}), { body: { id: isNumber } })
      must(await program.get(textAt(entity, 'self.href') + '/allroles'), {
        user_roles: isPresent,
        user_group_roles: isPresent,
      })
    },
  }),
]
