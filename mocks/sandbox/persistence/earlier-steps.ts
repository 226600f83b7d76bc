import { z } from 'zod'
import { labelCases } from '../../data/model/health/component.ts'
import { Fault } from '../faults/fault-rule.ts'
import { DefinedScenario } from '../scenarios/scenario.ts'
import { type Control, EnteredScenario } from '../state/sandbox-state.ts'
import { validationLevels } from '../sandbox-settings.ts'
import type { StateDifference } from './state-difference.ts'

/** Entries that logs had until November 2026. They are read, and not written any more. */
export const EarlierStep = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('state'),
    seed: z.number(),
    user: z.string().nullable().optional(),
    labelCase: z.enum(labelCases),
    validation: z.enum(validationLevels).optional(),
    faults: z.object({ last: z.number(), random: z.number(), rules: z.array(Fault.omit({ order: true })) }),
    scenario: EnteredScenario.nullable(),
  }),
  z.object({ do: z.literal('scenarios'), defined: z.array(DefinedScenario) }),
  z.object({
    do: z.literal('tokens'),
    access: z.array(z.tuple([z.string(), z.object({ userId: z.number(), expires: z.number() })])),
    refresh: z.array(z.tuple([z.string(), z.number()])),
    gone: z.array(z.string()),
  }),
])
type EarlierStep = z.infer<typeof EarlierStep>

interface Converted {
  readonly runtime?: StateDifference
  readonly control?: Partial<Control> & { readonly scenario?: EnteredScenario | null }
}

/** Converts the earlier entries of one log, in their order. */
export class EarlierEntries {
  readonly #tokens = new Map<string, number>()
  #lastToken = 0

  /** @param faults keys of the faults so far */
  convert(entry: EarlierStep, faults: Iterable<string | number>): Converted {
    if (entry.do === 'scenarios') return { control: { definedScenarios: entry.defined } }
    if (entry.do === 'tokens') return { runtime: this.#tokensIn(entry) }

    const { seed, user, labelCase, validation = null, scenario } = entry
    const { last, random, rules } = entry.faults
    const actingUser = user === undefined ? null : { name: user }

    return {
      control: { seed, actingUser, labelCase, validation, scenario, faultRandom: random },
      runtime: {
        delete: { faults: [...faults] },
        put: { faults: rules.map((fault, order) => ({ ...fault, order })) },
        sequences: { fault: last },
      },
    }
  }

  #tokensIn({ access, refresh, gone }: Extract<EarlierStep, { do: 'tokens' }>): StateDifference {
    const removed = gone.map((token) => this.#tokens.get(token) ?? 0)
    const number = (token: string) => {
      this.#tokens.set(token, ++this.#lastToken)

      return { token, number: this.#lastToken }
    }
    const tokens = [
      ...access.map(([token, issued]) => ({ ...number(token), ...issued })),
      ...refresh.map(([token, userId]) => ({ ...number(token), userId, expires: null })),
    ]

    return { delete: { tokens: removed }, put: { tokens }, sequences: { token: this.#lastToken } }
  }
}
