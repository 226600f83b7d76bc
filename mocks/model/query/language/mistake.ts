import { InvalidRequest } from '../../shared/errors.ts'
import { shortened } from '../../shared/suggestion.ts'
import type { Token } from './token.ts'

/** 400: a syntax error in an expression, with the position (from 1), what was expected and what was found. */
export function mistake(expected: string, found: Omit<Token, 'end'>, hint = ''): InvalidRequest {
  const message = `Expected ${expected} at position ${found.at + 1}, not ${shown(found)}.`

  return new InvalidRequest({ query: hint === '' ? message : `${message} ${hint}` })
}

function shown({ kind, text }: Omit<Token, 'end'>): string {
  if (kind === 'end') return 'the end'

  return kind === 'text' ? `'${shortened(text)}'` : shortened(text)
}
