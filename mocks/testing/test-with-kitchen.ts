import { openKitchen } from './kitchen.ts'
import { testWithDoors } from './test-with-doors.ts'

export const test = testWithDoors(openKitchen)
