import { useState } from 'react'
import type { Json } from '../../service/shapes.ts'
import { brief, inline } from '../../lib/format.ts'
import { relatedOf } from '../entities/related.ts'
import { RelatedRules } from './related-rules.tsx'
import {
  countRules,
  noRules,
  propertiesOf,
  propertyMeanings,
  relationMeanings,
  relationsOf,
  withRule,
  type PropertyMethod,
  type PropertyRule,
  type RelationMethod,
  type RelationRule,
  type RulesEditorProps,
} from './rules.ts'

/** The rule of every property and relation of a definition. What is left at its default is not sent. */
export function RulesEditor(props: RulesEditorProps) {
  const { definition, source, rules, path, change } = props
  const [filter, setFilter] = useState('')
  const isShown = ({ name }: { name: string }) => name.toLowerCase().includes(filter.toLowerCase())
  const where = path.length > 0 ? ` of ${path.join(' › ')}` : ''

  return (
    <div>
      <div className="flex items-center gap-2 border-b border-line bg-raised px-3 py-1.5">
        <h2 className="font-medium">Properties{where}</h2>
        <input
          type="search"
          aria-label={`Filter members${where}`}
          className="field ml-auto w-40"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        {countRules(rules) > 0 && (
          <button type="button" className="button" onClick={() => change(noRules)}>
            Reset {countRules(rules)}
          </button>
        )}
      </div>
      {propertiesOf(definition)
        .filter(isShown)
        .map(({ name }) => (
          <PropertyLine
            key={name}
            name={name}
            label={`${name}${where}`}
            value={source?.properties[name]}
            rule={rules.properties[name]}
            problem={problemOf(
              props,
              'property_copy_options',
              Object.keys(rules.properties).indexOf(name),
              name,
            )}
            change={(rule) => change(withRule(rules, 'properties', name, rule))}
          />
        ))}
      <h2 className="border-b border-line bg-raised px-3 py-1.5 font-medium">Relations{where}</h2>
      {relationsOf(definition)
        .filter(isShown)
        .map((member) => {
          const { name } = member
          const rule = rules.relations[name]
          const relation = source?.relations[name]
          const count =
            relation && relatedOf(name, relation).reduce((sum, { links }) => sum + links.length, 0)

          return (
            <div key={name}>
              <RelationLine
                name={name}
                label={`${name}${where}`}
                count={count}
                rule={rule}
                problem={problemOf(
                  props,
                  'relation_copy_options',
                  Object.keys(rules.relations).indexOf(name),
                  name,
                )}
                change={(rule) => change(withRule(rules, 'relations', name, rule))}
              />
              {rule?.method === 'Copy' && (
                <RelatedRules
                  member={member}
                  path={[...path, name]}
                  rules={rule.related ?? noRules}
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

interface LineProps<Rule> {
  readonly name: string
  /** With the way to it, for people who do not see where it stands. */
  readonly label: string
  readonly rule: Rule | undefined
  readonly problem: string | undefined
  readonly change: (rule: Rule | undefined) => void
}

function PropertyLine({
  name,
  label,
  value,
  rule,
  problem,
  change,
}: LineProps<PropertyRule> & { value: Json | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line/60 px-3 py-1">
      <span className="w-36 shrink-0 truncate font-medium" title={name}>
        {name}
      </span>
      <span className="min-w-20 flex-1 truncate text-muted" title={inline(value ?? null)}>
        {value === null ? 'empty' : brief(value)}
      </span>
      <select
        aria-label={`Method of ${label}`}
        className="field"
        title={propertyMeanings[rule?.method ?? 'Keep']}
        value={rule?.method ?? ''}
        onChange={({ target }) => {
          const method = methodIn(propertyMeanings, target.value)

          change(method && { method, newValue: rule?.newValue ?? '' })
        }}
      >
        <option value="">Keep (default)</option>
        {keysOf(propertyMeanings).map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      {rule?.method === 'Overwrite' ? (
        <input
          type="text"
          aria-label={`New value of ${label}`}
          className="field w-40"
          placeholder="new value"
          value={rule.newValue}
          onChange={({ target }) => change({ ...rule, newValue: target.value })}
        />
      ) : (
        <span className="w-40 truncate text-sm text-muted max-md:hidden">
          {propertyMeanings[rule?.method ?? 'Keep']}
        </span>
      )}
      {problem && <Problem text={problem} />}
    </div>
  )
}

function RelationLine({
  name,
  label,
  count,
  rule,
  problem,
  change,
}: LineProps<RelationRule> & { count: number | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line/60 px-3 py-1">
      <span className="min-w-36 flex-1 truncate font-medium" title={name}>
        {name} {count !== undefined && <span className="font-normal text-muted">{count}</span>}
      </span>
      <span className="truncate text-sm text-muted max-md:hidden">
        {rule ? relationMeanings[rule.method] : 'Keep where it can be shared, else Ignore.'}
      </span>
      <select
        aria-label={`Method of ${label}`}
        className="field"
        value={rule?.method ?? ''}
        onChange={({ target }) => {
          const method = methodIn(relationMeanings, target.value)

          change(method && { ...rule, method })
        }}
      >
        <option value="">Default</option>
        {keysOf(relationMeanings).map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      {problem && <Problem text={problem} />}
    </div>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="w-full text-sm text-red">
      {text}
    </p>
  )
}

/** What the service said about an option: by its place in the request, or by the name in its message. */
function problemOf(
  { problems, path }: RulesEditorProps,
  list: string,
  index: number,
  name: string,
): string | undefined {
  if (path.length > 0) return undefined

  return Object.entries(problems).find(
    ([place]) =>
      place === name ||
      (index >= 0 && (place === `${list}.${index}` || place.startsWith(`${list}.${index}.`))),
  )?.[1]
}

function keysOf<Key extends PropertyMethod | RelationMethod>(meanings: Record<Key, string>): Key[] {
  return Object.keys(meanings) as Key[] // a table of exactly these
}

function methodIn<Key extends PropertyMethod | RelationMethod>(
  meanings: Record<Key, string>,
  text: string,
): Key | undefined {
  return keysOf(meanings).find((method) => method === text)
}
