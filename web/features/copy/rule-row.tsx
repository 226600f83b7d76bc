import { formatCount } from '../../lib/format.ts'
import { Ellipsis, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Problem, Select } from '../../ui/controls/field.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import type { MethodInfo } from './rules.ts'

export interface RuleRowProps<Rule> {
  /** Accessible name: the member with the path of relations that leads to it. */
  readonly label: string
  readonly rule: Rule | undefined
  readonly problem: string | undefined
  readonly change: (rule: Rule | undefined) => void
  /** The number of members of its kind that are shown. */
  readonly memberCount: number
  /** Sets the rule of all these members. */
  readonly changeAll: (rule: Rule | undefined) => void
}

interface RuleMenuProps<Method extends string, Rule> extends RuleRowProps<Rule> {
  readonly noun: string
  readonly methods: Readonly<Record<Method, MethodInfo>>
  readonly ruleOf: (method: Method) => Rule
}

/** Resets a rule, or sets one for all members. */
function RuleMenu<Method extends string, Rule extends { method: string }>(
  props: RuleMenuProps<Method, Rule>,
) {
  const { label, rule, memberCount, noun, methods, ruleOf, change, changeAll } = props
  const names = Object.keys(methods) as Method[] // its type lists exactly these keys
  // Overwrite requires a value, so it can only be set for all with the value of this row.
  const bulkMethods = names.filter((name) => methods[name].input !== 'value')
  const members = `all ${memberCount} ${noun}`

  return (
    <MenuButton
      label={`More actions for ${label}`}
      isIcon
      items={() => [
        ...(rule
          ? [{ id: 'reset', label: 'Reset to default', Icon: RotateCcw, run: () => change(undefined) }]
          : []),
        ...(rule && !bulkMethods.some((method) => method === rule.method)
          ? [
              {
                id: 'same',
                label: `Set ${members} to ${rule.method}, like this one`,
                run: () => changeAll(rule),
              },
            ]
          : []),
        ...bulkMethods.map((method) => ({
          id: method,
          label: `Set ${members} to ${method}`,
          run: () => changeAll(ruleOf(method)),
        })),
        { id: 'none', label: `Reset ${members}`, run: () => changeAll(undefined) },
      ]}
    >
      <Ellipsis size={14} />
    </MenuButton>
  )
}

interface MemberRowProps<Method extends string, Rule> extends RuleMenuProps<Method, Rule> {
  /** The classes of its columns, on wide screens. */
  readonly columns: string
  readonly name: string
  /** A number beside the name. */
  readonly count?: number | undefined
  readonly values?: ReactNode
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
      className={`grid items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1 @max-4xl:grid-cols-[minmax(0,1fr)_auto_auto] ${columns}`}
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
      <RuleMenu {...props} />
      <Problem text={problem} className="order-3 col-span-full" />
    </div>
  )
}

export function ResultText({ text, title = text }: { text: string; title?: string | undefined }) {
  return (
    <span className="truncate text-sm text-muted @max-4xl:order-2 @max-4xl:col-span-3" title={title}>
      {text}
    </span>
  )
}
