import { expect as base, test } from 'vitest'
import { createLocalSandbox } from '../../local/local-sandbox.ts'
import { dish, kitchen } from '../../testing/kitchen-data.ts'
import { withMatchers } from '../vitest/matchers.ts'

const expect = withMatchers(base)

test('toHaveChanged compares the first value with the last, and reports what has changed instead', async () => {
  await using sandbox = await createLocalSandbox(kitchen)

  await expect(sandbox).not.toHaveChanged(dish.soup, { Title: ['Leek soup', 'Onion soup'] })
  await sandbox.change(dish.soup, { Title: 'Soup' })
  await sandbox.change(dish.soup, { Title: 'Onion soup' })
  await expect(sandbox).toHaveChanged({ id: dish.soup }, { Title: ['Leek soup', 'Onion soup'] })
  await expect(sandbox).not.toHaveChanged(dish.soup, { Title: ['Soup', 'Onion soup'] })
  await base(
    expect(sandbox).toHaveChanged(dish.soup, { Title: ['Leek soup', 'Bread'] }, { timeout: 0 }),
  ).rejects.toThrow(
    [
      `Expected entity ${dish.soup} to have changed:`,
      '  Title: "Leek soup" → "Bread"',
      'Its properties changed:',
      '  Title: "Leek soup" → "Soup"',
      '  Title: "Soup" → "Onion soup"',
    ].join('\n'),
  )
})

test('toHaveChanged waits for a change, knows values by culture, and forgets what was undone', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const tag = await sandbox.give('T.Dish', { properties: { Title: 'Bread' } })
  const changed = expect(sandbox).toHaveChanged(tag, { Title: [null, 'Cake'] }, { timeout: 5000 })

  await sandbox.change(tag, { Title: 'Cake' })
  await changed
  await sandbox.fetch('/__sandbox/undo', { method: 'POST' })
  await sandbox.change(dish.soup, { Story: { 'en-US': 'Cook the leeks.' } })
  await expect(sandbox).toHaveChanged(dish.soup, {
    Story: [{ 'en-US': 'Wash the leeks.' }, { 'en-US': 'Cook the leeks.' }],
  })
  await expect(sandbox).not.toHaveChanged(dish.soup, {
    Story: [{ 'nl-NL': 'Wash the leeks.' }, { 'nl-NL': 'Cook the leeks.' }],
  })
  await expect(sandbox).toHaveChanged(tag, { Title: [null, 'Bread'] })
})

test('toHaveChanged takes the values with which a test has created an entity as those before', async () => {
  await using sandbox = await createLocalSandbox(kitchen)
  const given = await sandbox.give('T.Dish', { properties: { Title: 'Leek' } })

  await expect(sandbox).not.toHaveChanged(given, { Title: ['Leek', 'Leek'] })
  await sandbox.change(given, { Title: 'Leek soup' })
  await expect(sandbox).toHaveChanged(given, { Title: ['Leek', 'Leek soup'] })
  await expect(sandbox).toHaveChanged(given, { Title: [null, 'Leek soup'] })
})
