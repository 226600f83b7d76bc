import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { nameInLink } from '../../lib/place.ts'
import { definitionOf } from '../../service/entities.ts'
import type { RelationOfDefinition } from '../../service/shapes.ts'
import { FailureNotice, Skeleton } from '../../ui/notice.tsx'
import { countRules, type Rules, type RulesEditorProps } from './rules.ts'

interface RelatedRulesProps {
  readonly member: RelationOfDefinition
  readonly path: readonly string[]
  readonly rules: Rules
  /** The editor that this is a part of; it is given, since neither file can import the other. */
  readonly Editor: ComponentType<RulesEditorProps>
  readonly change: (rules: Rules) => void
}

/** Deeper than this, rules are folded at first. */
const openDepth = 1

/** The rules for the entities that a relation leads to: the same editor, one level down. */
export function RelatedRules({ member, path, rules, change, Editor }: RelatedRulesProps) {
  const [isOpen, setOpen] = useState(path.length <= openDepth)
  const name = nameInLink(member.associated_entitydefinition.href)
  const definition = useQuery({ ...definitionOf(name), enabled: isOpen })
  const set = countRules(rules)

  return (
    <details
      open={isOpen}
      className="ml-3 border-l-2 border-accent"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-3 py-1.5 text-sm">
        Options for the related entities: this › {path.join(' › ')}{' '}
        <span className="text-muted">
          ({name}, depth {path.length}
          {set > 0 ? `, ${set} set` : ''})
        </span>
      </summary>
      {definition.error && <FailureNotice error={definition.error} />}
      {isOpen && !definition.data && !definition.error && <Skeleton rows={4} />}
      {isOpen && definition.data && (
        <Editor definition={definition.data} rules={rules} path={path} problems={{}} change={change} />
      )}
    </details>
  )
}
