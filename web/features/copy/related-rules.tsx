import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { nameInLink } from '../../lib/place.ts'
import { type RelationOfDefinition, definitionOf } from '../../service/entities.ts'
import { Awaited } from '../../parts/failure-notice.tsx'
import { summaryOf, type RulesEditorProps } from './rules.ts'

interface RelatedRulesProps extends Pick<RulesEditorProps, 'path' | 'rules' | 'problems' | 'change'> {
  readonly member: RelationOfDefinition
  /** The editor that this is a part of; it is given, since neither file can import the other. */
  readonly Editor: ComponentType<RulesEditorProps>
}

/** Deeper than this, rules are folded at first. */
const openDepth = 3

/** The rules for the entities that a relation leads to: the same editor, one level down. */
export function RelatedRules({ member, path, rules, problems, change, Editor }: RelatedRulesProps) {
  const depth = path.length
  const [isOpen, setOpen] = useState(depth <= openDepth)
  const name = nameInLink(member.associated_entitydefinition.href)
  const definition = useQuery({ ...definitionOf(name), enabled: isOpen })
  const isCycle = path.some(({ from }) => from === name)
  const wrong = Object.keys(problems).length

  return (
    <details
      open={isOpen}
      className="ml-3 border-b border-l-2 border-b-line/60 border-l-accent"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-3 py-1.5 text-sm">
        <span className="pill mr-1.5">depth {depth}</span>
        Options for the related entities: this › {path.map(({ relation }) => relation).join(' › ')}{' '}
        <span className="text-muted">
          {name}
          {!isOpen && ` · Copy${summaryOf(rules) && ` · ${summaryOf(rules)}`}`}
        </span>
        {wrong > 0 && !isOpen && <span className="ml-1.5 text-red">{wrong} refused</span>}
      </summary>
      {isCycle && (
        <p className="px-3 pb-1.5 text-sm text-orange">
          {name} is on the way here already: a circle. That is allowed; an entity is copied once.
        </p>
      )}
      {isOpen && <Awaited query={definition} rows={4} />}
      {isOpen && definition.data && (
        <Editor definition={definition.data} rules={rules} path={path} problems={problems} change={change} />
      )}
    </details>
  )
}
