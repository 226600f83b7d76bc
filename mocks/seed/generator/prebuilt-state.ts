import type { PackedEntities } from './unpack-entities.ts'

/**
 * The entities that a sandbox without options begins with. The build of the package puts them here, so that a start
 * takes neither faker nor the time to generate them; the source generates them each time.
 */
export const prebuiltEntities: PackedEntities | undefined = undefined
