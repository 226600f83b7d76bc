import { usePrebuiltEntities } from './seed/generator/insert.ts'

/** Has sandboxes begin with entities that are read whole: a command reads a file faster than it unpacks what pages load. */
export function beginWithWholeEntities(): void {
  usePrebuiltEntities(async () => (await import('./seed/generator/prebuilt-entities.ts')).prebuiltEntities)
}
