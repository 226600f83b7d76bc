import type { HealthLabel } from '../../mocks/model/health/component.ts'
import type { Answers } from './answers.ts'
import { ask, reading, readingItems } from './client.ts'

export type HealthNode = Answers['health']
export type HealthMoment = Answers['healthHistory']['items'][number]
export type { HealthLabel }

export interface HealthChange {
  readonly label: string
  readonly message?: string
  readonly hold?: boolean
  readonly flap?: { readonly label: string; readonly every_ms: number }
}

/** What goes wrong most often. */
export const troubles: readonly (readonly [name: string, path: string, state: HealthChange])[] = [
  ['One worker down', 'graph/worker-1', { label: 'Red', message: 'The worker has stopped.' }],
  ['Search slow', 'search', { label: 'Yellow', message: 'Queries take longer than two seconds.' }],
  ['Storage fatal', 'data_storage', { label: 'Red', message: 'No connection to the storage.' }],
]

export const healthTree = reading<HealthNode>(['health', 'tree'], '/__sandbox/health')

/** Whether time alone will change a colour. */
export function isMoving(node: HealthNode | undefined): boolean {
  return (
    node !== undefined && (node.recovers_on !== null || node.flap !== null || node.downstream.some(isMoving))
  )
}

/** How often to look while something moves, in milliseconds. */
export const movingInterval = 1000

/** How the health went since the sandbox began, as far as it keeps it. */
export const healthHistory = readingItems<Answers['healthHistory']>(
  ['health', 'history'],
  '/__sandbox/health-history',
)

/** The tree as it will be once a component is set; what follows from that for others is for the service to say. */
export function withState(node: HealthNode, path: string, state: HealthChange): HealthNode {
  if (node.path !== path) {
    return { ...node, downstream: node.downstream.map((each) => withState(each, path, state)) }
  }

  return { ...node, label: state.label, message: state.message ?? node.message, hold: state.hold ?? false }
}

/** Sets a component; without a change it gets its seeded state back, all of them without a path. */
export function setHealth(path: string, change?: HealthChange): Promise<unknown> {
  const address = ['/__sandbox/health', ...path.split('/').filter(Boolean).map(encodeURIComponent)].join('/')

  return ask(change ? { method: 'PUT', path: address, body: change } : { method: 'DELETE', path: address })
}
