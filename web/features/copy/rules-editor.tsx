import { useState } from 'react'
import { propertiesOf, relatedOf, relationsOf } from '../../parts/entity/members.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { PropertyHeader, PropertyLine } from './property-line.tsx'
import { RelatedRules } from './related-rules.tsx'
import { RelationLine } from './rule-line.tsx'
import {
  countRules,
  noRules,
  problemOf,
  problemsBelow,
  relationMethods,
  withRule,
  type RulesEditorProps,
} from './rules.ts'
import { Button } from '../../ui/controls/button.tsx'

/** The rule of every property and relation of a definition. What is left at its default is not sent. */
export function RulesEditor(props: RulesEditorProps) {
  const { definition, source, rules, path, target, problems, change } = props
  const [filter, setFilter] = useState('')
  const isShown = ({ name }: { name: string }) => name.toLowerCase().includes(filter.toLowerCase())
  const where = path.length > 0 ? ` of ${path.map(({ relation }) => relation).join(' › ')}` : ''
  const isUpdate = target !== undefined && 'id' in target.target
  const properties = propertiesOf(definition).filter(isShown)
  // Both ends of a relation of a definition with itself have one rule.
  const relations = relationsOf(definition)
    .filter(isShown)
    .filter((member, index, all) => all.findIndex(({ name }) => name === member.name) === index)

  return (
    <div className="@container">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-1.5">
        <h3 className="mr-auto font-medium">Properties{where}</h3>
        {countRules(rules) > 0 && (
          <Button onClick={() => change(noRules)}>{path.length > 0 ? 'Reset branch' : 'Reset all'}</Button>
        )}
        <TextField
          type="search"
          aria-label={`Filter members${where}`}
          className="w-40"
          placeholder="Filter"
          value={filter}
          change={setFilter}
        />
      </div>
      {source && <PropertyHeader isUpdate={isUpdate} />}
      {properties.map((property) => (
        <PropertyLine
          key={property.name}
          property={property}
          label={`${property.name}${where}`}
          source={source && (source.properties[property.name] ?? null)}
          planned={target?.properties.find((each) => each.property === property.name)}
          isUpdate={isUpdate}
          rule={rules.properties[property.name]}
          problem={problemOf(problems, rules, 'properties', property.name)}
          others={properties.length}
          change={(rule) => change(withRule(rules, 'properties', [property.name], rule))}
          changeAll={(rule) => change(withRule(rules, 'properties', namesOf(properties), rule))}
        />
      ))}
      {relations.length > 0 && (
        <h3 className="border-b border-line bg-raised px-3 py-1.5 font-medium">Relations{where}</h3>
      )}
      {relations.map((member) => {
        const { name } = member
        const rule = rules.relations[name]
        const relation = source?.relations[name]

        return (
          <div key={name}>
            <RelationLine
              name={name}
              label={`${name}${where}`}
              count={relation && relatedOf(name, relation).reduce((sum, { links }) => sum + links.length, 0)}
              rule={rule}
              problem={problemOf(problems, rules, 'relations', name)}
              others={relations.length}
              change={(rule) => change(withRule(rules, 'relations', [name], rule))}
              changeAll={(rule) => change(withRule(rules, 'relations', namesOf(relations), rule))}
            />
            {rule && relationMethods[rule.method].asksFor === 'related' && (
              <RelatedRules
                member={member}
                path={[...path, { relation: name, from: definition.name }]}
                rules={rule.related ?? noRules}
                problems={problemsBelow(problems, rules, name)}
                change={(related) => change(withRule(rules, 'relations', [name], { ...rule, related }))}
                Editor={RulesEditor}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}

function namesOf(members: readonly { readonly name: string }[]): string[] {
  return members.map(({ name }) => name)
}
