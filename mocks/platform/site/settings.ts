import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { anyObject, reply } from '../../http/declaration/reply.ts'
import { read, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import { relatedIds } from '../../model/relations/relations.ts'

/** Settings by name: the entities of definition `M.Setting`, in their categories. */
export const settings: Route[] = [
  read('/api/settings/:category/:name', readSetting, {
    does: 'Reads a setting.',
    source: observed('existing clients'),
    replies: { 200: reply('The setting.', anyObject) },
  }),
]

function readSetting(call: Call<{ category: string; name: string }>): Reply {
  const { category, name } = call.params
  const setting = find(call, 'M.Setting', name)
  const owner = find(call, 'M.SettingCategory', category)

  if (!setting || !owner || !relatedIds(setting, 'SettingCategoryToSettings', 'parents').includes(owner.id)) {
    throw new NotFound(
      `There is no setting "${name.slice(0, 100)}" in the category "${category.slice(0, 100)}".`,
    )
  }

  return json({
    name,
    value: setting.properties['M.Setting.Value'] ?? null,
    schema: null,
    category,
    entity: call.links.entity(setting.id),
    self: call.links.to(`/api/settings/${encodeURIComponent(category)}/${encodeURIComponent(name)}`),
  })
}

function find(call: Call, definition: string, name: string): Entity | undefined {
  return call.data.entities.find('propertyValue', uniqueValueKey(definition, `${definition}.Name`, name))
}
