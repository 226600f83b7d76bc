import { count as written } from '../../lib/format.ts'
import { MethodSelect, Problem, RuleMenu, type LineProps } from './rule-line.tsx'
import { relationMethods, type RelationRule } from './rules.ts'

/** A relation: how many it leads to, its rule, and what that means. */
export function RelationLine(props: LineProps<RelationRule> & { name: string; count: number | undefined }) {
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
      {problem && <Problem text={problem} />}
    </div>
  )
}

function meaningOf(rule: RelationRule | undefined): string {
  return rule ? relationMethods[rule.method].meaning : 'Leads to the same entities where they can be shared.'
}
