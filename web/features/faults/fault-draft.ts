import type { FaultRule } from '../../service/faults.ts'
import { effectForm, oftenForm, type EffectKind, type Often } from './effects.ts'

/** A fault as the form has it, all in texts. */
export interface FaultDraft {
  readonly method: string
  readonly path: string
  readonly kind: EffectKind
  readonly values: Readonly<Record<string, string>>
  readonly often: Often
  readonly number: string
}

export function newFault(method: string, path: string): FaultDraft {
  return { method, path, kind: 'answer', values: usualValues('answer'), often: 'always', number: '' }
}

export function usualValues(kind: EffectKind): Record<string, string> {
  return Object.fromEntries(effectForm(kind).fields.map(({ name, usual }) => [name, usual]))
}

/** The fault that a form describes; empty fields are left out. */
export function faultOf({ method, path, kind, values, often, number }: FaultDraft): FaultRule {
  return {
    match: { ...(method ? { method } : {}), ...(path ? { path } : {}) },
    ...oftenForm(often).make(Number(number)),
    effect: effectForm(kind).make(values),
  }
}
