import { useState } from 'react'
import { propertiesOf, relationsOf } from '../../parts/entity/members.ts'
import { relatedOf } from '../../parts/entity/related.ts'
import { PropertyHeader, PropertyLine } from './property-line.tsx'
import { RelatedRules } from './related-rules.tsx'
import { RelationLine } from './relation-line.tsx'
import {
  countRules,
  noRules,
  problemOf,
  problemsBelow,
  relationMethods,
  withRule,
  withRules,
  type RulesEditorProps,
} from './rules.ts'

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
          <button type="button" className="button" onClick={() => change(noRules)}>
            {path.length > 0 ? 'Reset branch' : 'Reset all'}
          </button>
        )}
        <input
          type="search"
          aria-label={`Filter members${where}`}
          className="field w-40"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
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
          change={(rule) => change(withRule(rules, 'properties', property.name, rule))}
          others={properties.length}
          changeAll={(rule) =>
            change(
              withRules(
                rules,
                'properties',
                properties.map((each) => each.name),
                rule,
              ),
            )
          }
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
              change={(rule) => change(withRule(rules, 'relations', name, rule))}
              others={relations.length}
              changeAll={(rule) =>
                change(
                  withRules(
                    rules,
                    'relations',
                    relations.map((each) => each.name),
                    rule,
                  ),
                )
              }
            />
            {rule && relationMethods[rule.method].asksFor === 'related' && (
              <RelatedRules
                member={member}
                path={[...path, { relation: name, from: definition.name }]}
                rules={rule.related ?? noRules}
                problems={problemsBelow(problems, rules, name)}
                change={(related) => change(withRule(rules, 'relations', name, { ...rule, related }))}
                Editor={RulesEditor}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
