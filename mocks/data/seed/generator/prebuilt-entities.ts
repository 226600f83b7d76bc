import type { Entity } from '../../model/entities/entity.ts'

/**
 * The entities of a sandbox without options, but for what `withAudit()` adds and unique values. The build replaces this
 * module with them, so that faker is not loaded, and nothing generated, at startup. Unbuilt code generates them each time.
 */
export const prebuiltEntities: readonly Entity[] | undefined = undefined
