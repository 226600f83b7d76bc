import { openDoors, type Doors } from './doors.ts'
import { kitchen } from './kitchen-world.ts'

export { dish, menu, recipe, tag } from './kitchen-world.ts'

/** Opens the kitchen behind every door. */
export function openKitchen(settings: { auth?: 'default' | 'required' } = {}): Promise<Doors> {
  return openDoors({ ...kitchen, ...settings })
}
