import { usePrebuiltEntities } from './seed/generator/insert.ts'

/** Makes sandboxes use the prebuilt entities as a file: a command reads it faster than it unpacks the form for pages. */
export function beginWithWholeEntities(): void {
  usePrebuiltEntities(async () => (await import('./seed/generator/prebuilt-entities.ts')).prebuiltEntities)
}
