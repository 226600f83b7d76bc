import { buildSandbox, type CreateSandboxOptions } from '../local/build-sandbox.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
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

let template: Promise<Sandbox> | undefined

/** A sandbox with the kitchen data, which is read once for all of them: forking takes a thousandth of the time. */
export async function kitchenSandbox(): Promise<Sandbox> {
  template ??= buildSandbox(kitchen)

  return (await template).fork('default')
}
