import { expand } from '../../existing-client.ts'
import { family, isArray, isNumber, isPresent, isText, memberAt, must, query, textAt } from '../program.ts'
import { firstOf } from './reading.ts'
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
      must(await program.get(textAt(entity, 'self.href') + '/allroles'), {
        user_roles: isPresent,
        user_group_roles: isPresent,
      })
    },
  }),
]
