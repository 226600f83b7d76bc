import { Link } from '@tanstack/react-router'
import { Link2, Plus, RefreshCw, SkipForward, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { brief, counted, textOrJson } from '../../lib/format.ts'
import { linkTo } from '../../lib/addresses.ts'
import { methodsOf } from './rules.ts'
import type { CopyPlan, PlannedTarget } from '../../service/entities.ts'

/** A summary of the copy: "Creates 1 entity and copies 4 related entities; 2 properties overwritten." */
export function planSentence({ creates, changes, affects }: CopyPlan): string {
  const [first] = [...creates, ...changes].filter(({ reached_by }) => reached_by === null)
  const related = creates.length + changes.length - 1
  const overwritten =
    first?.properties.filter(({ method }) => methodsOf.properties[method]?.input === 'value').length ?? 0
  const outcome = first && 'id' in first.target ? `Updates entity ${first.target.id}` : 'Creates 1 entity'
  const parts = [
    `${outcome}${related > 0 ? ` and copies ${counted(related, 'related entity', 'related entities')}` : ''}`,
    overwritten > 0 && `${counted(overwritten, 'property', 'properties')} overwritten`,
    affects.length > 0 && `references of ${counted(affects.length, 'other entity', 'other entities')} change`,
  ]

  return `${parts.filter(Boolean).join('; ')}.`
}

/** The entities that the copy would create or change, and the members that it would not copy. */
export function PlanView({ plan }: { plan: CopyPlan }) {
  return (
    <section aria-label="Plan" className="flex flex-col gap-3">
      <h2 className="font-medium">Plan</h2>
      {[...plan.creates, ...plan.changes].map((target) => (
        <Target key={`${target.source.id} ${textOrJson(target.target)}`} {...target} />
      ))}
      {plan.affects.length > 0 && (
        <Group
          Icon={Link2}
          title={`References change on ${counted(plan.affects.length, 'other entity', 'other entities')}`}
        >
          {plan.affects.slice(0, 20).map(({ id, relations }) => (
            <li key={id}>
              <Link {...linkTo(id)}>{id}</Link>{' '}
              {relations
                .map(({ relation, before, after }) => `${relation} ${before.length} → ${after.length}`)
                .join(', ')}
            </li>
          ))}
          {plan.affects.length > 20 && <li>and {plan.affects.length - 20} more</li>}
        </Group>
      )}
      {plan.skips.length > 0 && (
        <Group Icon={SkipForward} title={`${counted(plan.skips.length, 'member')} not copied`}>
          {plan.skips.map(({ source, member, method, reason }) => (
            <li key={`${source.id} ${member}`}>
              <span className="font-medium">{member}</span>{' '}
              <span className="text-muted">
                of {source.id}: {method}. {reason}
              </span>
            </li>
          ))}
        </Group>
      )}
    </section>
  )
}

function Target({ target: entity, source, reached_by, properties, relations }: PlannedTarget) {
  const isNew = 'copy_of' in entity
  const rows = [
    ...properties.filter(isChanged).map(({ property: name, before, after, ...rule }) => ({
      ...rule,
      name,
      key: name,
      before: isNew ? '' : brief(before),
      after: after === null ? 'empty' : brief(after),
    })),
    ...relations.filter(isChanged).map(({ relation: name, role, before, after, ...rule }) => ({
      ...rule,
      name,
      key: `${name} ${role}`,
      before: isNew ? '' : counted(before.length, 'reference'),
      after: counted(after.length, 'reference'),
    })),
  ]
  const Icon = isNew ? Plus : RefreshCw

  return (
    <details open={reached_by === null} className="card">
      <summary className="flex cursor-pointer items-center gap-2 px-2 py-1.5">
        <Icon size={14} className={`shrink-0 ${isNew ? 'text-green' : 'text-yellow'}`} aria-hidden />
        <span className="min-w-0 flex-1 truncate">
          {isNew ? 'Creates' : 'Updates'}{' '}
          {'id' in entity ? `entity ${entity.id}` : `a copy of ${entity.copy_of}`}{' '}
          <span className="text-muted">
            {source.definition}
            {reached_by && `, by ${reached_by.relation}`}
          </span>
        </span>
      </summary>
      <table className="w-full table-fixed border-t border-line text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th className="w-1/3 px-2 py-0.5 font-normal">Member</th>
            <th className="px-2 font-normal">{isNew ? 'Becomes' : 'Before → after'}</th>
            <th className="w-20 px-2 font-normal">Method</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, method, is_named, reason, before, after }) => (
            <tr key={key} className="border-t border-line/60 align-top" title={reason}>
              <th className="truncate px-2 py-0.5 font-medium">{name}</th>
              <td className="truncate px-2 py-0.5" title={after}>
                {before && <del className="text-muted">{before}</del>} {after}
              </td>
              <td className={`truncate px-2 py-0.5 ${is_named ? 'font-medium' : 'text-muted'}`}>{method}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function isChanged({ before, after }: { readonly before: unknown; readonly after: unknown }): boolean {
  return textOrJson(before) !== textOrJson(after)
}

function Group({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <details className="card">
      <summary className="flex cursor-pointer items-center gap-2 px-2 py-1.5">
        <Icon size={14} className="shrink-0 text-muted" aria-hidden />
        {title}
      </summary>
      <ul className="border-t border-line px-2 py-1 text-sm">{children}</ul>
    </details>
  )
}
