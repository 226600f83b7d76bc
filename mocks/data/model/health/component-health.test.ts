import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { change, emptyState } from '../../store/draft.ts'
import { healthLabels, type HealthLabel } from './component.ts'
import { resetHealth, setHealth } from './health-changes.ts'
import { componentsOf, readHealth, recoveryTime, worstOf, type ComponentHealth } from './component-health.ts'
import { tables } from '../data-tables.ts'
import { runs } from '../../../testing/scale.ts'

const start = Date.UTC(2026, 5, 15, 12)

/** The worse of two labels (interface 3.1). */
const worst: Record<HealthLabel, Record<HealthLabel, HealthLabel>> = {
  Green: { Green: 'Green', Yellow: 'Yellow', Orange: 'Orange', Red: 'Red' },
  Yellow: { Green: 'Yellow', Yellow: 'Yellow', Orange: 'Orange', Red: 'Red' },
  Orange: { Green: 'Orange', Yellow: 'Orange', Orange: 'Orange', Red: 'Red' },
  Red: { Green: 'Red', Yellow: 'Red', Orange: 'Red', Red: 'Red' },
}

test('health: the worst of no labels is Green', () => {
  expect(worstOf([])).toBe('Green')
})

test('health: two labels aggregate to the worse of the two (interface 3.1)', () => {
  for (const own of healthLabels) {
    for (const below of healthLabels) expect(worstOf([own, below])).toBe(worst[own][below])
  }
})

test('health: flapping without Red keeps the last outage', () => {
  let state = emptyState(tables)
  const outageAt = (now: number) =>
    membersOf(readHealth(state.tables, now)).find(({ path }) => path === 'search')?.lastOutage

  ;({ state } = change(state, (draft) => {
    setHealth(draft, 'search', { label: 'Red' }, { now: start })
    setHealth(draft, 'search', { label: 'Green' }, { now: start + 1000 })
  }))
  const outage = outageAt(start + 1000)

  ;({ state } = change(state, (draft) =>
    setHealth(
      draft,
      'search',
      { label: 'Green', flap: { label: 'Yellow', every_ms: 1000 } },
      { now: start + 2000 },
    ),
  ))

  expect(outage).toMatchObject({ until: expect.anything() })
  for (const now of [start + 2000, start + 3000, start + 4000]) expect(outageAt(now)).toEqual(outage)
})

type Step =
  | { do: 'set'; path: string; label: HealthLabel; hold: boolean }
  | { do: 'release'; path: string }
  | { do: 'advance'; ms: number }

const path = fc
  .array(fc.constantFrom('search', 'graph', 'worker-1', 'new', '__proto__', 'constructor'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((names) => names.join('/'))

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    path,
    label: fc.constantFrom(...healthLabels),
    hold: fc.boolean(),
  }),
  fc.record({ do: fc.constant('release' as const), path }),
  fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 2 * recoveryTime }) }),
)

test('health: the aggregate is the worst of the members after any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let state = emptyState(tables)
      let now = start

      for (const each of steps) {
        if (each.do === 'advance') now += each.ms
        if (each.do === 'set')
          ({ state } = change(state, (draft) => setHealth(draft, each.path, each, { now })))
        if (each.do === 'release' && componentsOf(state.tables).has(each.path)) {
          ;({ state } = change(state, (draft) => resetHealth(draft, each.path, now)))
        }

        const health = readHealth(state.tables, now)

        expect(membersOf(health)).toHaveLength(componentsOf(state.tables).size)
        for (const member of membersOf(health)) {
          const labels = membersOf(member).map(({ label }) => label)

          expect(member.aggregated).toBe(worstOf(labels))
          expect(member.why?.label ?? 'Green').toBe(member.aggregated)
          expect(isOverdue(member, now)).toBe(false)
        }
      }
    }),
    { numRuns: runs(20, 600) },
  )
})

/** Whether a Yellow component should have turned Green. */
function isOverdue({ label, hold, since }: ComponentHealth, now: number): boolean {
  return label === 'Yellow' && !hold && now - Date.parse(since) >= recoveryTime
}

function membersOf(health: ComponentHealth): ComponentHealth[] {
  return [health, ...health.downstream.flatMap(membersOf)]
}
