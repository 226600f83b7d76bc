import { isObject, ownValue, type Json } from '../../data/model/shared/json.ts'
import { shortened } from '../../data/model/shared/suggestion.ts'
import type { SandboxChange, SandboxClient } from '../../client/sandbox-client.ts'
import { waitFor, type MatcherResult } from './received.ts'

/** By the name of a property, its value before the first change, or given at its creation, and after the last one: `{ Title: ['Leek', 'Soup'] }`. */
export type ChangedProperties = Readonly<Record<string, readonly [before: Json, after: Json]>>

/** An entity by itself or by its id. */
export type ChangedEntity = number | { readonly id: number }

type Told = NonNullable<SandboxChange['messages']>[number]['saveEntityMessage']
type PropertyChange = Told['ChangeSet']['PropertyChanges'][number] & Partial<Pick<Told, 'IsNew'>>

/**
 * The matcher of every runner for what has become of an entity since the sandbox was opened: waits until each property has
 * changed so; with `not`, checks once. Values by culture are objects; null is no value.
 */
export function toHaveChanged(
  this: { readonly isNot?: boolean; readonly timeout?: number },
  sandbox: SandboxClient,
  entity: ChangedEntity,
  expected: ChangedProperties,
  { timeout = this.timeout ?? 1000 }: { readonly timeout?: number } = {},
): Promise<MatcherResult> {
  const id = typeof entity === 'number' ? entity : entity.id
  const isNot = this.isNot ?? false

  return waitFor(sandbox, `toHaveChanged(${id})`, { timeout, isNot }, async () => {
    const found = changesOf(await sandbox.changes(), id)
    const isMet = Object.entries(expected).every(([name, pair]) => isChanged(found, name, pair))
    const explain = () =>
      [
        `Expected entity ${id} ${isNot ? 'not ' : ''}to have changed:`,
        ...Object.entries(expected).map(([name, pair]) => `  ${name}: ${arrow(pair)}`),
        found.length === 0 ? 'Its properties did not change.' : 'Its properties changed:',
        ...found.map((change) => `  ${changeText(change)}`),
      ].join('\n')

    return { isMet, explain }
  })
}

/** The changes of the properties of an entity, without those that were undone. */
function changesOf(changes: readonly SandboxChange[], id: number): PropertyChange[] {
  const done = changes.filter((change) => !change.is_undone)

  return done.flatMap(({ messages = [] }) =>
    messages.flatMap(({ saveEntityMessage: { TargetId, ChangeSet, IsNew } }) =>
      TargetId === id ? ChangeSet.PropertyChanges.map((change) => ({ ...change, IsNew })) : [],
    ),
  )
}

function isChanged(
  changes: readonly PropertyChange[],
  name: string,
  [before, after]: readonly [Json, Json],
): boolean {
  const ofName = changes.filter(({ Property }) => Property === name)
  const isPlain = ofName[0]?.Culture === plainCulture
  const [from, to] = isPlain
    ? [{ [plainCulture]: before }, { [plainCulture]: after }]
    : [isObject(before) ? before : {}, isObject(after) ? after : {}]

  return (
    ofName.length > 0 &&
    Object.keys({ ...from, ...to }).every((culture) => {
      const inCulture = ofName.filter(({ Culture }) => Culture === culture)

      const [first, second] = inCulture
      // The test may have created it: then also the value that it gave.
      const isGiven = first?.IsNew && second && isSame(ownValue(from, culture), first.NewValue)

      return (
        (isGiven || isSame(ownValue(from, culture), first?.OriginalValue)) &&
        isSame(ownValue(to, culture), inCulture.at(-1)?.NewValue)
      )
    })
  )
}

function isSame(one: Json, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What stands for the culture of a value without one. */
const plainCulture = '(Default)'

/** `Title (en-US): "Leek" → "Soup"` */
export function changeText({ Property, Culture, OriginalValue, NewValue }: PropertyChange): string {
  return `${Property}${Culture === plainCulture ? '' : ` (${Culture})`}: ${arrow([OriginalValue, NewValue])}`
}

function arrow(pair: readonly [Json, Json]): string {
  return pair.map((value) => shortened(JSON.stringify(value), 200)).join(' → ')
}
