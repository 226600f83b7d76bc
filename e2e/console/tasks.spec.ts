import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from './console-test.ts'
import { entityTasks } from './tasks/entity-tasks.ts'
import { Person } from './tasks/person.ts'
import { requestTasks } from './tasks/request-tasks.ts'
import { sandboxTasks } from './tasks/sandbox-tasks.ts'
import { simulateTasks } from './tasks/simulate-tasks.ts'

const tasks = [...entityTasks, ...requestTasks, ...simulateTasks, ...sandboxTasks]

/** The numbers of steps in docs/internals/console-tasks.md. */
const documented = new Map(
  Array.from(
    readFileSync(resolve(import.meta.dirname, '../../docs/internals/console-tasks.md'), 'utf8').matchAll(
      /^\| (.+?) \| (\d+) \| (\d+) \|$/gm,
    ),
    ([, name, mouse, keyboard]) => [name, { mouse: Number(mouse), keyboard: Number(keyboard) }] as const,
  ),
)

for (const { name, path, prepare, expectResult, ...actions } of tasks) {
  for (const device of ['mouse', 'keyboard'] as const) {
    test(`${name}: by ${device}, in the documented number of steps @deep`, async ({
      view,
      sandbox,
      context,
    }) => {
      const person = new Person(view)

      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await prepare?.(view, sandbox)
      await view.open(path)
      await expect(view.page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(view.page.locator('.skeleton')).toHaveCount(0)
      await actions[device](person)
      await expectResult(view, person)

      expect(person.steps).toBe(documented.get(name)?.[device])
    })
  }
}

test('the documentation lists the steps of these tasks and no others @deep', () => {
  expect([...documented.keys()]).toEqual(tasks.map(({ name }) => name))
})
