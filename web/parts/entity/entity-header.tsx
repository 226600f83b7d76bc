import { Link } from '@tanstack/react-router'
import { Braces, ChevronDown } from 'lucide-react'
import { type ServiceResponse } from '../../service/client.ts'
import type { EntityResponse, ListedEntity } from '../../service/entities.ts'
import { keyNames } from '../../lib/format.ts'
import { nameInLink } from '../../lib/addresses.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { Heading as PageHeading, Time } from '../../ui/layout/page.tsx'
import { useSandboxTime } from '../sandbox/use-sandbox-time.ts'
import { DefinitionTag, Thumbnail } from './thumbnail.tsx'
import { useEntityActions, type EntityAction } from './entity-actions.ts'

interface EntityHeaderProps {
  readonly entity: EntityResponse
  readonly listed: ListedEntity | undefined
  readonly response: ServiceResponse | undefined
  readonly heading: 'h1' | 'h2'
}

/** The title and identifiers of an entity, and its actions. */
export function EntityHeader({ entity, listed, response, heading: Heading }: EntityHeaderProps) {
  const actions = useEntityActions()
  const now = useSandboxTime()
  const { id, identifier } = entity
  const shown = actions.of(id).filter((action) => action.id !== 'Open')
  const definition = nameInLink(entity.entitydefinition.href)
  const etag = response?.headers.get('ETag')

  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <div className="flex items-start gap-3">
        <Thumbnail entity={listed} size={56} />
        <div className="min-w-0 flex-1">
          {Heading === 'h1' ? (
            <PageHeading className="line-clamp-3 text-xl break-words">
              {listed?.title ?? identifier}
            </PageHeading>
          ) : (
            <h2 className="line-clamp-3 pr-16 text-xl break-words">{listed?.title ?? identifier}</h2>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <Link to="/entities" search={{ definition }} className="text-muted no-underline hover:text-ink">
              <DefinitionTag name={definition} />
            </Link>
            <Copyable label="id" text={String(id)} />
            <Copyable label="identifier" text={identifier} />
            {etag && <Copyable label="ETag" text={etag} isShort />}
            <span>
              version {entity.version}, <Time at={entity.modified_on} now={now} />
            </span>
          </div>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {shown.map((action) => {
          if (action.id !== 'copy as') return <ActionButton key={action.id} action={action} />

          return (
            <MenuButton
              key={action.id}
              label={`Copy entity ${id} as`}
              isIcon={Heading === 'h2'}
              items={() => actions.copyItems(id)}
            >
              {Heading === 'h2' ? <Braces size={14} /> : 'Copy as'}
              {Heading === 'h1' && <ChevronDown size={14} aria-hidden />}
            </MenuButton>
          )
        })}
      </div>
    </div>
  )
}

function ActionButton({ action: { label, keys, Icon, tone, link, run } }: { action: EntityAction }) {
  const shared = {
    title: keys ? `${label} (${keyNames(keys)})` : label,
    children: label,
    ...(Icon && { Icon }),
  }

  if (link) return <LinkButton {...link} {...shared} />

  return <Button {...shared} {...(tone && { tone })} onClick={run} />
}

function Copyable({ label, text, isShort = false }: { label: string; text: string; isShort?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span>{label}</span>
      <span className={`truncate font-mono text-ink ${isShort ? 'max-w-20' : ''}`} title={text}>
        {text}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  )
}
