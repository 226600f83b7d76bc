/**
 * Skips those tests of the library that can't run over our collections, each with its reason. Whole files that can't are
 * excluded in vite.config.ts: those of relations need `defineRelations()`, those of updates and deletions need what verbs
 * and requests do here.
 */
import { it } from 'vitest'

const relations = 'needs defineRelations(): our records have the relations of their definitions'
const prevents = 'prevents what the hook reports: our hooks report what has happened'
const initialValues = 'our hooks report changes by any door, most of which have no initial values'

const reasons: Readonly<Record<string, string>> = {
  'sorts by a relational property': relations,
  'invokes the update hook when updating a relational key': relations,
  'treats updates through relational keys like foreign record updates': relations,
  'combines the owner updates and the relational key update': relations,
  'combines the owner updates and deep foreign record updates': relations,
  'invokes the create hook when a new record is created': initialValues,
  'differentiates between initial values and the created record': initialValues,
  'invokes the delete hook when a record is deleted': 'our hooks are called once the change is complete',
  'invokes the delete hook in the opposite order for every deleted record': 'needs deleteMany()',
  'does not delete the record if the delete ecent is prevented': prevents,
  'allows preventing the default for specific records': prevents,
  'prevents certain updates via the update hook': prevents,
  'invokes the update hook for each change in a nested draft':
    'our hooks compare records, so they report each member of an object that was replaced',
}

Reflect.set(globalThis, 'it', (name: string, run: () => Promise<void> | void) => {
  const reason = reasons[name]

  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title, vitest/no-disabled-tests -- tests of a package
  return reason === undefined ? it(name, run) : it.skip(`${name} (${reason})`, run)
})
