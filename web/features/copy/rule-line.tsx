import { Ellipsis, RotateCcw } from 'lucide-react'
import { Select } from '../../ui/field.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import type { MethodForm } from './rules.ts'

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

export function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="order-3 col-span-full text-sm text-red">
      {text}
    </p>
  )
}
