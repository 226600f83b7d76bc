import { expect, test } from 'vitest'
import type { HealthMoment } from '../../service/health.ts'
import { tracksOf } from './spans.ts'

function moment(
  aggregated: string,
  ...changed: [path: string, from: string | null, to: string | null][]
): HealthMoment {
  const changes = changed.map(([path, from, to]) => ({ path, from, to, message: '', source: 'you' as const }))

  return { at: '2026-06-15T12:00:00.000Z', aggregated, changes }
}

test('health picture: the service as a whole comes first, then what was not always the same', () => {
  const tracks = tracksOf([
    moment('Green'),
    moment('Red', ['search', 'Green', 'Red']),
    moment('Red', ['graph/worker-9', null, 'Yellow']),
    moment('Green', ['search', 'Red', 'Green'], ['graph/worker-9', 'Yellow', null]),
  ])

  expect(
    tracks.map(
      ({ name, spans }) =>
        `${name}: ${spans.map(({ label, start, end }) => `${label} ${start}-${end}`).join()}`,
    ),
  ).toEqual([
    'whole service: Green 0-1,Red 1-3,Green 3-4',
    'graph/worker-9: null 0-2,Yellow 2-3,null 3-4',
    'search: Green 0-1,Red 1-3,Green 3-4',
  ])
})

test('health picture: before anything changed there is only the service as a whole', () => {
  expect(tracksOf([moment('Green')])).toEqual([
    { name: 'whole service', spans: [{ label: 'Green', start: 0, end: 1 }] },
  ])
})
