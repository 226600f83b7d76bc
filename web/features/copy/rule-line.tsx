import { Ellipsis, RotateCcw } from 'lucide-react'
import { MenuButton } from '../../ui/menu.tsx'

export interface LineProps<Rule> {
  readonly name: string
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
  /** Method -> what it means. */
  readonly meanings: Readonly<Record<Method, string>>
  /** What no rule is called. */
  readonly otherwise: string
  readonly value: Method | undefined
  readonly choose: (method: Method | undefined) => void
}

export function MethodSelect<Method extends string>(props: MethodSelectProps<Method>) {
  const { label, meanings, otherwise, value, choose } = props
  const methods = Object.keys(meanings) as Method[] // a table of exactly these

  return (
    <select
      aria-label={`Method of ${label}`}
      className={`field w-34 ${value ? 'border-accent' : ''}`}
      value={value ?? ''}
      onChange={({ target }) => choose(methods.find((method) => method === target.value))}
    >
      <option value="">{otherwise}</option>
      {methods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </select>
  )
}

interface RuleMenuProps<Method extends string, Rule> extends LineProps<Rule> {
  readonly noun: string
  /** Methods that need nothing beside their name. */
  readonly methods: readonly Method[]
  readonly ruleOf: (method: Method) => Rule
}

/** Takes a rule back, or gives one to all members. */
export function RuleMenu<Method extends string, Rule extends { method: string }>(
  props: RuleMenuProps<Method, Rule>,
) {
  const { label, rule, others, noun, methods, ruleOf, change, changeAll } = props
  const all = `All ${others} ${noun}:`

  return (
    <MenuButton
      label={`More for ${label}`}
      isIcon
      items={() => [
        ...(rule
          ? [{ id: 'reset', label: 'Back to the default', Icon: RotateCcw, run: () => change(undefined) }]
          : []),
        ...(rule && !methods.some((method) => method === rule.method)
          ? [{ id: 'same', label: `${all} ${rule.method}, as here`, run: () => changeAll(rule) }]
          : []),
        ...methods.map((method) => ({
          id: method,
          label: `${all} ${method}`,
          run: () => changeAll(ruleOf(method)),
        })),
        { id: 'none', label: `${all} the default`, run: () => changeAll(undefined) },
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
