/** A rule of a linter that the contract breaks in a place, and why it has to. */
interface Exception {
  readonly rules: readonly string[]
  /** JSON pointers of the places. */
  readonly at: RegExp
  readonly because: string
}

/** Schemas that follow from the definitions of a sandbox. */
export const ofDefinitions = /^\/components\/schemas\/(Entity|EntityInput|Options)\./

/** Both linters go by the rules that they recommend, but for these. */
export const exceptions: readonly Exception[] = [
  {
    rules: ['no-unused-components', 'oas3-unused-component'],
    at: ofDefinitions,
    because: 'Responses hold entities of any definition; who generates types names those of one.',
  },
  {
    rules: ['no-ambiguous-paths'],
    at: /^\/paths\//,
    because:
      'The interface has /api/entities/identifier/{identifier} beside /api/entities/{id}/copy: an id is a number.',
  },
  {
    rules: ['info-contact'],
    at: /^\/info$/,
    because: 'It describes a server on the machine of whoever reads it: no other contact exists.',
  },
]
