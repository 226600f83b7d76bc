import type { CreateSandboxOptions } from '../build-sandbox.ts'
import { openDoors, type Doors } from './doors.ts'
import { kitchen } from './kitchen-data.ts'

export { dish, menu, recipe, tag } from './kitchen-data.ts'

/** Opens sandboxes with the kitchen data, one behind each door. */
export function openKitchen(
  settings: Pick<CreateSandboxOptions, 'auth' | 'validate' | 'rateLimit'> = {},
  ...otherDoors: NonNullable<Parameters<typeof openDoors>[1]>
): Promise<Doors> {
  return openDoors({ ...kitchen, ...settings }, otherDoors)
}
