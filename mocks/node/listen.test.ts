import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { createHandlers } from '../create-handlers.ts'
import { Sandboxes } from '../sandbox/sandboxes.ts'
import { kitchen, dish } from '../testing/kitchen-world.ts'
import { createSandbox, listen } from './index.ts'

const soup = `/api/entities/${dish.soup}`

test('listen: takes a sandbox, sandboxes, or handlers with others before them', async () => {
  const sandbox = await createSandbox(kitchen)
  const mine = http.get(`*${soup}`, () => HttpResponse.json({ mine: true }))

  await using ofOne = await listen(sandbox)
  await using ofSeveral = await listen(new Sandboxes(sandbox))
  await using withMine = await listen([mine, ...createHandlers(sandbox)])

  for (const { url } of [ofOne, ofSeveral]) {
    expect(await (await fetch(`${url}${soup}`)).json()).toMatchObject({ id: dish.soup })
  }
  expect(await (await fetch(`${withMine.url}${soup}`)).json()).toEqual({ mine: true })
})

test('listen: handlers without a sandbox among them are refused', async () => {
  await expect(listen([http.get('*', () => undefined)])).rejects.toThrow('Pass the sandbox')
})
