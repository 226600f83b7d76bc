import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { paging } from '../../http/declare-request.ts'
import { reply, getAndHead, observed, type Route } from '../../http/declare-route.ts'
import { pagedListOf, pageOfAll } from '../../http/replies/paging.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entitiesOf } from '../../../data/model/entities/references.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { UncheckedJson, Link } from '../../../data/model/shared/json.ts'
import { NameMap } from '../../../data/model/shared/letter-case.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/** A setting: an entity of definition `M.Setting`. Its value is the stored JSON. */
const SettingResource = z
  .object({ name: z.string(), value: UncheckedJson, schema: z.null(), category: Link, self: Link })
  .meta({ id: 'Setting' })

/** Settings by their category and name. */
export const settings: Route[] = [
  getAndHead('/api/settings', listSettings, {
    description: 'Lists all settings.',
    source: observed('existing clients'),
    query: paging,
    replies: { 200: reply('A page of the settings.', pagedListOf(SettingResource)) },
  }),
  getAndHead('/api/settings/:category', listCategory, {
    description: 'Lists the settings of a category.',
    source: observed('existing clients'),
    query: paging,
    replies: { 200: reply('A page of the settings.', pagedListOf(SettingResource)) },
  }),
  getAndHead('/api/settings/:category/:name', readSetting, {
    description: 'Reads a setting.',
    source: observed('existing clients'),
    replies: { 200: reply('The setting.', SettingResource) },
  }),
]

function listSettings(call: Call): Reply {
  return json(
    pageOfAll(call, entitiesOf(call.data, 'M.Setting'), (setting) => settingResource(call, setting)),
  )
}

function listCategory(call: Call<{ category: string }>): Reply {
  const category = categoryNamed(call.data, call.params.category)
  const inCategory = entitiesOf(call.data, 'M.Setting').filter(
    (setting) => categoryIdOf(setting) === category.id,
  )

  return json(pageOfAll(call, inCategory, (setting) => settingResource(call, setting)))
}

function readSetting(call: Call<{ category: string; name: string }>): Reply {
  const { name } = call.params
  const category = categoryNamed(call.data, call.params.category)
  const setting = find(call.data, 'M.Setting', name)

  if (!setting || categoryIdOf(setting) !== category.id) {
    throw new NotFound(
      `There is no setting "${name.slice(0, 100)}" in the category "${call.params.category.slice(0, 100)}".`,
    )
  }

  return json(settingResource(call, setting))
}

function settingResource({ data, links }: Call, { id, properties, ...setting }: Entity) {
  const categoryId = categoryIdOf(setting)
  const category = categoryId === undefined ? undefined : data.entities.get(categoryId)
  const path = [category?.properties['M.SettingCategory.Name'], properties['M.Setting.Name']].map((name) =>
    encodeURIComponent(typeof name === 'string' ? name : ''),
  )

  return {
    name: properties['M.Setting.Name'] ?? '',
    value: properties['M.Setting.Value'] ?? null,
    schema: null,
    category: links.entity(categoryId ?? id),
    self: categoryId === undefined ? links.entity(id) : links.to(`/api/settings/${path.join('/')}`),
  }
}

function categoryIdOf(setting: Pick<Entity, 'relations'>): number | undefined {
  return relatedIds(setting, 'SettingCategoryToSettings', 'parents')[0]
}

function categoryNamed(data: Data, name: string): Entity {
  const category = find(data, 'M.SettingCategory', name)

  if (!category) throw new NotFound(`There is no settings category "${name.slice(0, 100)}".`)

  return category
}

/** The entity of a definition with a name, in any letter case. */
function find(data: Data, definition: string, name: string): Entity | undefined {
  const named = new NameMap<Entity>()

  for (const entity of entitiesOf(data, definition)) {
    const own = entity.properties[`${definition}.Name`]

    if (typeof own === 'string') named.set(own, entity)
  }

  return named.get(name)
}
