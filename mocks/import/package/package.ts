import type { DataState } from '../../model/tables.ts'
import { version } from '../../model/shared/version.ts'
import { identifierAt, withConditionLinks } from '../definitions/condition-links.ts'
import { packageDefinition } from './package-definition.ts'
import { packageEntity } from './package-entity.ts'

/** Version of the form that packages of the real service have. */
const formatVersion = '2.0.0'

/**
 * Definitions, option lists and entities as a package: a zip with one file for each, such as the real service exports
 * and imports. What packages have no place for, as files, health and notifications, is not in it.
 *
 * @param source where it comes from
 */
export async function packageOf({ tables }: DataState, source: string): Promise<Uint8Array> {
  // Loaded only when a package is asked for.
  const { strToU8, zipSync } = await import('fflate')
  const userLink = (id: number) => {
    const name = tables.entities.get(id)?.properties.Username

    return typeof name === 'string' ? { href: `User:${name}` } : undefined
  }
  const identifierIn = (href: string) => identifierAt(tables, href)
  const files = new Map<string, object>([['meta', metaOf(source)]])
  const add = (path: string[], data: object) =>
    files.set(`${path.map(encodeURIComponent).join('/')}.json`, { version: formatVersion, data })

  for (const definition of tables.definitions.all()) {
    add(
      ['schema', definition.name],
      packageDefinition(withConditionLinks(definition, identifierIn), userLink),
    )
  }
  for (const list of tables.optionLists.all()) {
    const { created_by, modified_by } = list

    add(['option_lists', list.name], {
      ...list,
      ...(created_by === undefined ? {} : { created_by: userLink(created_by) }),
      ...(modified_by === undefined ? {} : { modified_by: userLink(modified_by) }),
    })
  }
  for (const entity of tables.entities.all()) {
    const isTaxonomy = tables.definitions.get(entity.definition)?.is_taxonomy_item_definition
    const folder = isTaxonomy ? 'taxonomies' : 'entities'

    add([folder, entity.definition, entity.identifier], packageEntity(tables, entity, userLink))
  }

  return zipSync(
    Object.fromEntries(Array.from(files, ([path, content]) => [path, strToU8(JSON.stringify(content))])),
    // The same data gives the same bytes.
    { mtime: '2000-01-01T00:00:00Z' },
  )
}

function metaOf(source: string): object {
  return {
    version: formatVersion,
    m_version: version,
    source,
    options: {
      items: ['schema', 'option_lists', 'entities', 'taxonomies'],
      include_system_owned: true,
      since: null,
    },
  }
}
