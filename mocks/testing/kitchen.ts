import { openDoors, type Doors } from './doors.ts'
import { kitchen } from './kitchen-world.ts'

export { dish, menu, recipe, tag } from './kitchen-world.ts'

/** What the kitchen is made of, as options of a sandbox. */
export const kitchen = { definitions, optionLists: [courses], data: entities }

/** Opens the kitchen behind every door. */
export function openKitchen(settings: { auth?: 'default' | 'required' } = {}): Promise<Doors> {
  return openDoors({ ...kitchen, ...settings })
}
