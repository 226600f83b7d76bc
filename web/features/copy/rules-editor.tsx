import { useState } from 'react'
import { propertiesOf, relatedLinks, relationsOf } from '../../parts/entity/members.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { PropertyHeader, PropertyRow } from './property-row.tsx'
import { type RelationOfDefinition, definitionQuery } from '../../service/entities.ts'
import { MemberRow, ResultText, SetAll } from './rule-row.tsx'
import {
  countRules,
  noRules,
  type RelationRuleDraft,
  problemOf,
  relatedProblems,
  propertyMethods,
  relationMethods,
  withRule,
  type RulesEditorProps,
  summaryOf,
} from './rules.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { nameInLink } from '../../lib/addresses.ts'
import { counted } from '../../lib/format.ts'
import { QueryResult } from '../../parts/query-result.tsx'

/** The rules of a definition's properties and relations. The request omits members without a rule. */
export function RulesEditor(props: RulesEditorProps) {
  const { definition, source, rules, path, target, problems, change } = props
  const [filter, setFilter] = useState('')
  const isShown = ({ name }: { name: string }) => name.toLowerCase().includes(filter.toLowerCase())
  const suffix = path.length > 0 ? ` of ${path.map(({ relation }) => relation).join(' › ')}` : ''
  const isUpdate = target !== undefined && 'id' in target.target
  const properties = propertiesOf(definition).filter(isShown)
  // Both ends of a self-referencing relation have one rule.
  const relations = relationsOf(definition)
    .filter(isShown)
    .filter((member, index, members) => members.findIndex(({ name }) => name === member.name) === index)

  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-1.5">
        <h3 className="mr-auto font-medium">Properties{suffix}</h3>
        <SetAll
          members={`properties${suffix}`}
          methods={propertyMethods}
          choose={(method) =>
            change(withRule(rules, 'properties', namesOf(properties), method && { method, newValue: '' }))
          }
        />
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
      {source && <PropertyHeader isUpdate={isUpdate} />}
      {properties.map((property) => (
        <PropertyRow
          key={property.name}
          property={property}
          label={`${property.name}${suffix}`}
          source={source && (source.properties[property.name] ?? null)}
          planned={target?.properties.find((each) => each.property === property.name)}
          isUpdate={isUpdate}
          rule={rules.properties[property.name]}
          problem={problemOf(problems, rules, 'properties', property.name)}
          change={(rule) => change(withRule(rules, 'properties', [property.name], rule))}
        />
      ))}
      {relations.length > 0 && (
        <div className="flex items-center gap-2 border-b border-line bg-raised px-3 py-1.5">
          <h3 className="mr-auto font-medium">Relations{suffix}</h3>
          <SetAll
            members={`relations${suffix}`}
            methods={relationMethods}
            choose={(method) =>
              change(withRule(rules, 'relations', namesOf(relations), method && { method }))
            }
          />
        </div>
      )}
      {relations.map((member) => (
        <RelationRule key={member.name} {...props} member={member} suffix={suffix} />
      ))}
    </div>
  )
}

interface RelationRuleProps extends RulesEditorProps {
  readonly member: RelationOfDefinition
  /** The path of relations, as a suffix of labels. */
  readonly suffix: string
}

/** A relation with its rule, and below it the rules for the related entities. */
function RelationRule({ member, suffix, ...props }: RelationRuleProps) {
  const { definition, source, rules, path, problems, change } = props
  const { name } = member
  const rule = rules.relations[name]
  const relation = source?.relations[name]
  const links = relation && [...relatedLinks(relation, 'parents'), ...relatedLinks(relation, 'children')]
  const set = (rule: RelationRuleDraft | undefined) => change(withRule(rules, 'relations', [name], rule))

  return (
    <>
      <MemberRow
        columns="@4xl:grid-cols-[minmax(100px,3fr)_136px_minmax(140px,1.5fr)]"
        name={name}
        label={`${name}${suffix}`}
        count={links?.length}
        defaultLabel="Default"
        methods={relationMethods}
        choose={(method) => set(method && { ...rule, method })}
        result={<ResultText text={rule ? relationMethods[rule.method].meaning : relationDefault} />}
        rule={rule}
        problem={problemOf(problems, rules, 'relations', name)}
        change={set}
      />
      {rule && relationMethods[rule.method].input === 'related' && (
        <RelatedRules
          member={member}
          path={[...path, { relation: name, from: definition.name }]}
          rules={rule.related ?? noRules}
          problems={relatedProblems(problems, rules, name)}
          change={(related) => set({ ...rule, related })}
        />
      )}
    </>
  )
}

const relationDefault = 'Refers to the same entities where the relation allows it.'

function namesOf(members: readonly { readonly name: string }[]): string[] {
  return members.map(({ name }) => name)
}

interface RelatedRulesProps extends Pick<RulesEditorProps, 'path' | 'rules' | 'problems' | 'change'> {
  readonly member: RelationOfDefinition
}

/** Rules below this depth are collapsed initially. */
const openDepth = 3

/** The rules for related entities: the same editor, one level down. */
function RelatedRules({ member, path, rules, problems, change }: RelatedRulesProps) {
  const depth = path.length
  const [isOpen, setOpen] = useState(depth <= openDepth)
  const name = nameInLink(member.associated_entitydefinition.href)
  const definition = useQuery({ ...definitionQuery(name), enabled: isOpen })
  const isCycle = path.some(({ from }) => from === name)
  const errors = Object.keys(problems).length

  return (
    <details
      open={isOpen}
      className="ml-3 border-b border-l-2 border-b-line/60 border-l-accent"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-3 py-1.5 text-sm">
        <span className="pill mr-1.5">depth {depth}</span>
        Rules for related entities: this › {path.map(({ relation }) => relation).join(' › ')}{' '}
        <span className="text-muted">
          {name}
          {!isOpen && ` · Copy${summaryOf(rules) && ` · ${summaryOf(rules)}`}`}
        </span>
        {errors > 0 && !isOpen && <span className="ml-1.5 text-red">{counted(errors, 'error')}</span>}
      </summary>
      {isCycle && (
        <p className="px-3 pb-1.5 text-sm text-orange">
          {name} already occurs on this path, so the rules form a cycle. That is allowed: each entity is
          copied once.
        </p>
      )}
      {isOpen && <QueryResult query={definition} rows={4} />}
      {isOpen && definition.data && (
        <RulesEditor
          definition={definition.data}
          rules={rules}
          path={path}
          problems={problems}
          change={change}
        />
      )}
    </details>
  )
}
