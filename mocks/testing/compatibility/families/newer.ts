import { expand, family, is, memberAt, must, query, textAt } from '../program.ts'
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

        must(page, { items: is.list, returned_items: is.number, self: { href: is.text } })
        for (const item of memberAt(page, 'items') as object[]) {
          must(await program.send('DELETE', textAt(item, 'self.href')), { status: 204 })
          read += 1
        }
        url = memberAt(page, 'next.href') as string | undefined // absent on the last page
      }
      must(read, total, 'Entities on all pages')
    },
    'words in entities of some definitions': async (program) => {
      const page = await program.get('/api/entities/search?query=a*&definitionNames=M.PCM.Product&take=20')

      must(page, {
        items: [{ id: is.number, properties: is.present, entitydefinition: { href: /M\.Product$/ } }],
      })
    },
  }),
  family('Connectors', {
    'searchAfter by the dates of the system, in any letter case': async (program) => {
      for (const name of ['createdon', 'created_on', 'ModifiedOn', 'MODIFIED_ON']) {
        const filter = {
          type: 'DateTimeProperty',
          property_name: name,
          operator: 'GreaterThan',
          value: '2000-01-01',
        }
        const { body } = await program.write('POST', '/api/entities/searchafter/', { filter, take: 1 })

        must(body, { total_items: (total: unknown) => Number(total) > 1, items: is.items }, name)
      }
    },
    'searchAfter by the role of a related entity: what `Parent(...).id` finds': async (program) => {
      const tag = Number(textAt(await firstOf(program, 'M.Tag'), 'id'))
      const filter = { type: 'Relation', relation: 'TagToAsset', role: 'Parent', id: tag }
      const { body } = await program.write('POST', '/api/entities/searchAfter', { filter })
      const same = await program.get(query(`Parent('TagToAsset').id==${tag}`, '&take=0'))

      must(body, { total_items: memberAt(same, 'total_items'), items: is.items })
    },
    'a number directly before AND, and entities by their ids in full text': async (program) => {
      const asset = await program.get(query("Definition.Name=='M.Asset'AND Exists('TagToAsset')", '&take=1'))
      const id = textAt(asset, 'items.0.id')

      for (const expression of [
        `id == ${id}AND Exists('TagToAsset')`,
        `FullText == "id=${id}"`,
        `FullText == "id=${id}" OR FullText == "id=${id}"`,
      ]) {
        must(
          await program.get(query(expression)),
          { total_items: 1, items: [{ id: Number(id) }] },
          expression,
        )
      }
    },
    'the deletions in the audit, by `raw=event_type:EntityDeleted`': async (program) => {
      const { id } = (await firstOf(program, 'M.Tag')) as { id: number }

      must(await program.send('DELETE', `/api/entities/${id}`), { status: 204 })
      must(await program.get(`/api/audit/business/query/${id}?raw=event_type:EntityDeleted`), {
        items: [
          {
            event_type: 'EntityDeleted',
            target_id: String(id),
            user_id: is.number,
            username: is.text,
            timestamp: is.text,
          },
        ],
        total_items: 1,
      })
    },
  }),
  family('Programs that show assets', {
    'the file of a seeded asset, its renditions, and an alternative for it': async (program) => {
      const asset = await firstOf(program, 'M.Asset')
      const id = textAt(asset, 'id')
      const file = {
        filename: is.text,
        group: is.text,
        extension: is.text,
        content_type: is.text,
        filesize: is.number,
      }

      must(await program.get(`/api/entities/${id}`), {
        properties: {
          Description: { 'en-US': is.text },
          FileProperties: { properties: file },
          MainFile: { locations: { local: [is.text] }, properties: file },
          Renditions: { thumbnail: { status: 'completed' }, metadata: is.present },
        },
        renditions: {
          preview_download: [is.present],
          thumbnail_cropped: [is.present],
          metadata: [is.present],
        },
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
      const seeded = items.find((asset) => is.present(memberAt(asset, 'renditions.pdf')))
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
            parent: {
              href: is.text,
              properties: { StatusValue: is.text, StatusLabel: { 'en-US': is.text } },
            },
          },
          AssetTypeToAsset: { parent: { properties: { Label: { 'en-US': is.text } } } },
          ContentRepositoryToAsset: {
            parents: [{ properties: { ClassificationName: { 'en-US': is.text } } }],
          },
          AssetMediaToAsset: { href: is.text },
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
        must(await firstOf(program, name), { id: is.number })
      must(await program.get('/api/datasources/NotificationTypes'), { values: is.items })
      must(await program.get(query("String('GroupName')=='M.Builtin.Readers'")), { total_items: 1 })
      must(await firstOf(program, 'M.Tag'), { properties: { TagLabel: { 'en-US': is.text } } })
      must(await firstOf(program, 'M.PublicLink'), { properties: { FileKey: is.text } })
    },
    'a command with a configured response, and one of the service': async (program) => {
      const run = (name: string) => program.send('POST', `/api/commands/${name}`, { json: {} })

      must(await run('derivatives/create.variant'), { status: 200, body: { success: true } })
      must(await run('m.asset/setmaster'), { status: 400, body: { master_relation: is.text } })
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
        authenticate: is.present,
        gateway_by_identifier: is.present,
        remove_search_filters: is.present,
      })
    },
    'the links of an entity, all roles on it, and the default culture of a new one': async (program) => {
      const entity = await program.get(await newAsset(program))

      must(entity, { cultures: ['en-US'], copyasync: { href: /\/copyasync$/ } })
      must(await program.write('POST', textAt(entity, 'copyasync.href'), {}), { body: { id: is.number } })
      must(await program.get(textAt(entity, 'self.href') + '/allroles'), {
        user_roles: is.present,
        user_group_roles: is.present,
      })
    },
  }),
]
