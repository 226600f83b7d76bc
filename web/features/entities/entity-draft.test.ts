import { expect, test } from 'vitest'
import type { EntityDefinition } from '../../service/entity-queries.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'
import type { EntityDraft } from './entity-draft.ts'

const { merge } = await loadOnPage(() => import('./entity-draft.ts'))

const definition = {
  member_groups: [
    {
      labels: {},
      members: [
        { name: 'Title', type: 'String' },
        { name: 'Caption', type: 'String', is_multilanguage: true },
        { name: 'Width', type: 'Integer' },
        {
          name: 'Tags',
          type: 'Relation',
          role: 'Child',
          cardinality: 'ManyToMany',
          associated_entitydefinition: { href: '/api/entitydefinitions/Tag' },
        },
      ],
    },
  ],
} as unknown as EntityDefinition // only what is read

const draft = (properties: EntityDraft['properties'], tags: readonly number[] = []): EntityDraft => ({
  properties,
  relations: { 'Tags parents': tags },
})
const opened = draft({ Title: 'Leek', Caption: { 'en-US': 'A leek', 'nl-NL': 'Een prei' }, Width: 1 }, [1])

test('what I did not touch stays theirs, and what only I changed stays mine', () => {
  const mine = draft({ ...opened.properties, Caption: { 'en-US': 'My leek', 'nl-NL': 'Een prei' } }, [1, 2])
  const theirs = draft({ ...opened.properties, Title: 'Beet' }, [1])
  const { draft: merged, collisions, theirsOnly } = merge(definition, { opened, mine, theirs })

  expect(merged).toEqual(
    draft({ Title: 'Beet', Caption: { 'en-US': 'My leek', 'nl-NL': 'Een prei' }, Width: 1 }, [1, 2]),
  )
  expect(collisions).toEqual([])
  expect(theirsOnly.map(({ label }) => label)).toEqual(['Title'])
})

test('what both changed to different values is a collision, in which mine is first chosen', () => {
  const mine = draft({ ...opened.properties, Title: 'Mine', Width: 2 }, [2])
  const theirs = draft({ ...opened.properties, Title: 'Theirs', Width: 2 }, [3])
  const { draft: merged, collisions } = merge(definition, { opened, mine, theirs })

  expect(merged).toEqual(mine)
  expect(collisions.map(({ label, valueIn }) => [label, valueIn(mine), valueIn(theirs)])).toEqual([
    ['Title', 'Mine', 'Theirs'],
    ['Tags', [2], [3]],
  ])
  expect(collisions.reduce((each, field) => field.withValue(each, field.valueIn(theirs)), merged)).toEqual(
    theirs,
  )
})
