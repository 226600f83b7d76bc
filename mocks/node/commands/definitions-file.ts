import { z } from 'zod'
import { EntityDefinition } from '../../model/definitions/definition.ts'
import { readJson } from './json-file.ts'
import { UsageError } from './usage-error.ts'

const DefinitionList = z.union([
  z.object({ items: z.array(z.unknown()) }).transform(({ items }) => items),
  z.array(z.unknown()),
])

/**
 * Reads entity definitions: what `GET /api/entitydefinitions` answers, or an array of such definitions. Ids may be
 * left out.
 *
 * @throws {UsageError} with the place and the reason, when the file is missing or something in it does not fit
 */
export async function readDefinitions(path: string): Promise<EntityDefinition[]> {
  const list = DefinitionList.safeParse(await readJson(path))

  if (!list.success) {
    throw new UsageError(`${path}: expected an array of entity definitions, or { "items": [...] }.`)
  }

  return list.data.map((item, index) => {
    const parsed = EntityDefinition.safeParse(withId(item, index))

    if (parsed.success) return parsed.data

    const [issue] = parsed.error.issues
    const place = [`items[${index}]`, ...(issue?.path.map(String) ?? [])].join('.')

    throw new UsageError(`${path}: ${place}: ${issue?.message}`)
  })
}

/** Ids of definitions that come without one start here, clear of the built-in ones. */
const firstId = 200

function withId(item: unknown, index: number): unknown {
  return typeof item === 'object' && item !== null ? { id: firstId + index, ...item } : item
}
