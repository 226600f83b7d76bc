import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { statusTexts } from './fetch-objects.ts'

const { routes } = createService(await buildSandbox({ entities: 1 })).router
const named = routes.map((route) => [`${route.methods.join()} ${route.path}`, route] as const)

test.each(named)(
  '%s declares a description and at least one reply of success',
  (_, { description, replies }) => {
    const statuses = Object.keys(replies).map(Number)

    expect(description).toMatch(/^[A-Z].*\.$/)
    expect(statuses.some((status) => status < 300)).toBe(true)
    for (const reply of Object.values(replies)) expect(reply.description).toMatch(/^[A-Z].*\.$/)
  },
)

test('every declared status has a reason phrase, as does that of a part of a file', () => {
  const statuses = new Set(routes.flatMap(({ replies }) => Object.keys(replies).map(Number)))

  expect([...statuses, 206, 416].filter((status) => !(status in statusTexts))).toEqual([])
})
