import type { Entity } from '../../model/entities/entity.ts'

/**
 * The entities that a sandbox without options begins with, without their unique values. The build of the package puts
 * them here, so that a start takes neither faker nor the time to generate them; the source generates them each time.
 */
export const prebuiltEntities: readonly Entity[] | undefined = undefined
