import { usePrebuiltEntities } from './seed/generator/insert.ts'

/**
 * Makes sandboxes load the prebuilt entities from a file, which in Node takes less time than unpacking the compressed
 * ones that browsers load.
 */
export function usePrebuiltEntitiesFile(): void {
  usePrebuiltEntities(async () => (await import('./seed/generator/prebuilt-entities.ts')).prebuiltEntities)
}
