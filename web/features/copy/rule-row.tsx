import { formatCount } from '../../lib/format.ts'
import type { ReactNode } from 'react'
import { Problem, Select } from '../../ui/controls/field.tsx'
import type { MethodInfo } from './rules.ts'

export interface RuleRowProps<Rule> {
  /** Accessible name: the member with the path of relations that leads to it. */
  readonly label: string
  readonly rule: Rule | undefined
  readonly problem: string | undefined
  readonly change: (rule: Rule | undefined) => void
}

interface MemberRowProps<Method extends string, Rule> extends RuleRowProps<Rule> {
  /** The classes of its columns, on wide screens. */
  readonly columns: string
  readonly name: string
  /** A number beside the name. */
  readonly count?: number | undefined
  readonly values?: ReactNode
  readonly methods: Readonly<Record<Method, MethodInfo>>
  /** The label of the option without a rule. */
  readonly defaultLabel: string
  readonly choose: (method: Method | undefined) => void
  readonly result: ReactNode
}

/** A member with its rule: the method, its result, and the validation error. */
export function MemberRow<Method extends string, Rule extends { method: Method }>(
  props: MemberRowProps<Method, Rule>,
) {
  const { columns, name, count, values, label, rule, methods, defaultLabel, choose, result, problem } = props
  const names = Object.keys(methods) as Method[] // its type lists exactly these keys

  return (
    <div
      className={`grid items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1 @max-4xl:grid-cols-[minmax(0,1fr)_auto] ${columns}`}
    >
      <span className="truncate font-medium" title={name}>
        {name} {count !== undefined && <span className="font-normal text-muted">{formatCount(count)}</span>}
      </span>
      {values}
      <Select<Method | ''>
        aria-label={`Method of ${label}`}
        className={`w-34 ${rule ? 'border-accent' : ''}`}
        value={rule?.method ?? ''}
        options={[['', defaultLabel], ...names]}
        choose={(method) => choose(method || undefined)}
      />
      {result}
      <Problem text={problem} className="order-3 col-span-full" />
    </div>
  )
}

export function ResultText({ text, title = text }: { text: string; title?: string | undefined }) {
  return (
    <span className="truncate text-sm text-muted @max-4xl:order-2 @max-4xl:col-span-full" title={title}>
      {text}
    </span>
  )
}

interface SetAllProps<Method extends string> {
  /** What it sets: `properties`, `relations of TagToAsset`. */
  readonly members: string
  readonly methods: Readonly<Record<Method, MethodInfo>>
  /** Called with undefined to remove the rules. */
  readonly choose: (method: Method | undefined) => void
}

/** Sets the rules of all members that are shown. */
export function SetAll<Method extends string>({ members, methods, choose }: SetAllProps<Method>) {
  const names = Object.keys(methods) as Method[] // its type lists exactly these keys
  // Overwrite requires a value for each.
  const bulkMethods = names.filter((name) => methods[name].input !== 'value')

  return (
    <Select<Method | '' | 'Default'>
      aria-label={`Set all ${members}`}
      value=""
      options={[['', 'Set all to…'], 'Default', ...bulkMethods]}
      choose={(method) => method !== '' && choose(method === 'Default' ? undefined : method)}
    />
  )
}
