import { useState } from 'react'
import type { ListedEntity } from '../../service/shapes.ts'

/** The entities that are selected, and what selects more, or fewer when all of them are already. */
export function usePicked() {
  const [picked, setPicked] = useState<ReadonlyMap<string, ListedEntity>>(new Map())

  const pick = (entities: readonly ListedEntity[]) => {
    const next = new Map(picked)
    const isAdding = entities.some(({ id }) => !picked.has(String(id)))

    for (const entity of entities) {
      if (isAdding) next.set(String(entity.id), entity)
      else next.delete(String(entity.id))
    }
    setPicked(next)
  }

  return { picked, pick, clear: () => setPicked(new Map()) }
}
