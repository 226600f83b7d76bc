import { useState } from 'react'
import { endsOf, propertiesOf, relatedIds } from '../../parts/entity/members.ts'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { definitionQuery } from '../../service/entities.ts'
import { PropertyRow, RuleHeader, RuleRow, type RulesEditorProps } from './rule-rows.tsx'
import { countRules, methodsOf, noRules, problemOf, relatedProblems, withRule } from './rules.ts'
import type { RuleDraft, Rules } from './rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../lib/format.ts'
import { QueryResult } from '../../parts/query-result.tsx'

/** The rules of a definition's properties and relations. The request omits members without a rule. */
export function RulesEditor(props: RulesEditorProps) {
  const { definition, source, rules, path, target, change } = props
  const [filter, setFilter] = useState('')
  const isShown = (name: string) => name.toLowerCase().includes(filter.toLowerCase())
  const suffix = path.length > 0 ? ` of ${path.map(({ relation }) => relation).join(' › ')}` : ''
  const isUpdate = target !== undefined && 'id' in target.target
  const properties = propertiesOf(definition).filter(({ name }) => isShown(name))
  // Both ends of a self-referencing relation have one rule.
  const relations = [...new Set(endsOf(definition).map(({ name }) => name))].filter(isShown)

  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-1.5">
        <h3 className="mr-auto font-medium">Properties{suffix}</h3>
        <SetAll {...props} kind="properties" names={properties.map(({ name }) => name)} suffix={suffix} />
        {countRules(rules) > 0 && (
          <Button onClick={() => change(noRules)}>{path.length > 0 ? 'Reset these' : 'Reset all'}</Button>
        )}
        <TextField
          type="search"
          aria-label={`Filter members${suffix}`}
          className="w-40"
          placeholder="Filter"
          value={filter}
          change={setFilter}
        />
      </div>
      {source && <RuleHeader isUpdate={isUpdate} />}
      {properties.map((property) => (
        <PropertyRow key={property.name} {...props} {...{ property, suffix, isUpdate }} />
      ))}
      {relations.length > 0 && (
        <div className="flex items-center gap-2 border-b border-line bg-raised px-3 py-1.5">
          <h3 className="mr-auto font-medium">Relations{suffix}</h3>
          <SetAll {...props} kind="relations" names={relations} suffix={suffix} />
        </div>
      )}
      {relations.map((name) => (
        <RelationRule key={name} {...props} name={name} suffix={suffix} />
      ))}
    </div>
  )
}

interface SetAllProps extends Pick<RulesEditorProps, 'rules' | 'change'> {
  readonly kind: keyof Rules
  readonly names: readonly string[]
  readonly suffix: string
}

/** Sets the rules of all members that are shown, or removes them. */
function SetAll({ kind, names, suffix, rules, change }: SetAllProps) {
  // Overwrite requires a value for each.
  const bulkMethods = Object.entries(methodsOf[kind]).filter(([, { input }]) => input !== 'value')
  const set = (rule?: RuleDraft) => change(withRule(rules, kind, names, rule))

  return (
    <Select<string>
      aria-label={`Set all ${kind}${suffix}`}
      value=""
      options={[['', 'Set all to…'], 'Default', ...bulkMethods.map(([method]) => method)]}
      choose={(method) => method !== '' && set(method === 'Default' ? undefined : { method })}
    />
  )
}

/** A relation with its rule, and below it the rules for the related entities. */
function RelationRule({ name, suffix, ...props }: RulesEditorProps & Record<'name' | 'suffix', string>) {
  const { definition, source, rules, path, problems, change } = props
  const rule = rules.relations[name]
  const info = rule && methodsOf.relations[rule.method]
  const ends = endsOf(definition).filter((end) => end.name === name)
  const meaning = info?.meaning ?? 'Refers to the same entities where the relation allows it.'
  const set = (rule?: RuleDraft) => change(withRule(rules, 'relations', [name], rule))

  return (
    <>
      <RuleRow
        kind="relations"
        name={name}
        label={`${name}${suffix}`}
        values={
          source && counted(ends.flatMap((end) => relatedIds(source, end)).length, 'entity', 'entities')
        }
        method={rule?.method}
        choose={(method) => set(method ? { ...rule, method } : undefined)}
        result={meaning}
        hint={meaning}
        problem={problemOf(problems, rules, 'relations', name)}
      />
      {rule && ends[0] && info?.input === 'related' && (
        <RelatedRules
          associated={ends[0].associated}
          path={[...path, { relation: name, from: definition.name }]}
          rules={rule.related ?? noRules}
          problems={relatedProblems(problems, rules, name)}
          change={(related) => set({ ...rule, related })}
        />
      )}
    </>
  )
}

/** The rules for related entities: the same editor, one level down. */
function RelatedRules(props: Omit<RulesEditorProps, 'definition'> & { associated: string }) {
  const { associated, ...rest } = props
  const definition = useQuery(definitionQuery(associated))

  return (
    <details open className="ml-3 border-b border-l-2 border-b-line/60 border-l-accent">
      <summary className="cursor-pointer px-3 py-1.5 text-sm">
        <span className="pill mr-1.5">depth {rest.path.length}</span>
        Rules for related entities: this › {rest.path.map(({ relation }) => relation).join(' › ')}{' '}
        <span className="text-muted">{associated}</span>
      </summary>
      {rest.path.some(({ from }) => from === associated) && (
        <p className="px-3 pb-1.5 text-sm text-orange">
          {associated} already occurs on this path, so the rules form a cycle. That is allowed: each entity is
          copied once.
        </p>
      )}
      <QueryResult query={definition} rows={4}>
        {(definition) => <RulesEditor {...rest} definition={definition} />}
      </QueryResult>
    </details>
  )
}
