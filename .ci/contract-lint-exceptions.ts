/** Lint rules that parts of the contract must break. */
interface Exception {
  readonly rules: readonly string[]
  /** JSON pointers of these parts. */
  readonly pointer: RegExp
  readonly reason: string
}

/** Pointers to schemas that are generated from the definitions of a sandbox. */
export const definitionSchemas = /^\/components\/schemas\/(Entity|EntityInput|Options)\./

/** Exceptions from the recommended rules of both linters. */
export const exceptions: readonly Exception[] = [
  {
    rules: ['no-unused-components', 'oas3-unused-component'],
    pointer: definitionSchemas,
    reason: 'Responses contain entities of any definition; applications use the schemas of one by name.',
  },
  {
    rules: ['no-ambiguous-paths'],
    pointer: /^\/paths\//,
    reason:
      'The interface has /api/entities/identifier/{identifier} beside /api/entities/{id}/copy: an id is a number.',
  },
  {
    rules: ['info-contact'],
    pointer: /^\/info$/,
    reason: 'It describes a server on the machine of its user, which has no contact.',
  },
]
