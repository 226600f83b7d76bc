import { count as written } from '../../lib/format.ts'
import { Ellipsis, RotateCcw } from 'lucide-react'
import { Problem, Select } from '../../ui/controls/field.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { type MethodForm, type RelationRuleForm, relationMethods } from './rules.ts'

export interface LineProps<Rule> {
  /** With the way to it, for people who do not see where it stands. */
  readonly label: string
  readonly rule: Rule | undefined
  readonly problem: string | undefined
  readonly change: (rule: Rule | undefined) => void
  /** How many members of its kind are in sight. */
  readonly others: number
  /** Sets the rule of all of them. */
  readonly changeAll: (rule: Rule | undefined) => void
}

interface MethodSelectProps<Method extends string> {
  readonly label: string
  readonly forms: Readonly<Record<Method, MethodForm>>
  /** What no rule is called. */
  readonly otherwise: string
  readonly value: Method | undefined
  readonly choose: (method: Method | undefined) => void
}

export function MethodSelect<Method extends string>(props: MethodSelectProps<Method>) {
  const { label, forms, otherwise, value, choose } = props
  const methods = Object.keys(forms) as Method[] // a table of exactly these

  return (
    <Select<Method | ''>
      aria-label={`Method of ${label}`}
      className={`w-34 ${value ? 'border-accent' : ''}`}
      value={value ?? ''}
      options={[['', otherwise], ...methods]}
      choose={(method) => choose(method || undefined)}
    />
  )
}

interface RuleMenuProps<Method extends string, Rule> extends LineProps<Rule> {
  readonly noun: string
  readonly forms: Readonly<Record<Method, MethodForm>>
  readonly ruleOf: (method: Method) => Rule
}

/** Takes a rule back, or gives one to all members. */
export function RuleMenu<Method extends string, Rule extends { method: string }>(
  props: RuleMenuProps<Method, Rule>,
) {
  const { label, rule, others, noun, forms, ruleOf, change, changeAll } = props
  const all = Object.keys(forms) as Method[] // a table of exactly these
  // A new value is that of one property.
  const methods = all.filter((each) => forms[each].asksFor !== 'value')
  const forAll = `All ${others} ${noun}:`

  return (
    <MenuButton
      label={`More for ${label}`}
      isIcon
      items={() => [
        ...(rule
          ? [{ id: 'reset', label: 'Back to the default', Icon: RotateCcw, run: () => change(undefined) }]
          : []),
        ...(rule && !methods.some((method) => method === rule.method)
          ? [{ id: 'same', label: `${forAll} ${rule.method}, as here`, run: () => changeAll(rule) }]
          : []),
        ...methods.map((method) => ({
          id: method,
          label: `${forAll} ${method}`,
          run: () => changeAll(ruleOf(method)),
        })),
        { id: 'none', label: `${forAll} the default`, run: () => changeAll(undefined) },
      ]}
    >
      <Ellipsis size={14} />
    </MenuButton>
  )
}

/** A relation: how many it leads to, its rule, and what that means. */
export function RelationLine(
  props: LineProps<RelationRuleForm> & { name: string; count: number | undefined },
) {
  const { name, label, count, rule, problem, change } = props

  return (
    <div className="grid items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1 @max-4xl:grid-cols-[minmax(0,1fr)_auto_auto] @4xl:grid-cols-[minmax(100px,3fr)_136px_minmax(140px,1.5fr)_28px]">
      <span className="truncate font-medium" title={name}>
        {name} {count !== undefined && <span className="font-normal text-muted">{written(count)}</span>}
      </span>
      <MethodSelect
        label={label}
        forms={relationMethods}
        otherwise="Default"
        value={rule?.method}
        choose={(method) => change(method && { ...rule, method })}
      />
      <span
        className="truncate text-sm text-muted @max-4xl:order-1 @max-4xl:col-span-3"
        title={meaningOf(rule)}
      >
        {meaningOf(rule)}
      </span>
      <RuleMenu {...props} noun="relations" forms={relationMethods} ruleOf={(method) => ({ method })} />
      <Problem text={problem} className="order-3 col-span-full" />
    </div>
  )
}

function meaningOf(rule: RelationRuleForm | undefined): string {
  return rule ? relationMethods[rule.method].meaning : 'Leads to the same entities where they can be shared.'
}
