import { Link } from '@tanstack/react-router'
import { Braces, ChevronDown } from 'lucide-react'
import { type RawResponse } from '../../service/client.ts'
import type { Entity, ListedEntity } from '../../service/entities.ts'
import { keyNames } from '../../lib/format.ts'
import { nameInLink } from '../../lib/addresses.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { MenuButton } from '../../ui/overlays/menu.tsx'
import { Heading } from '../../ui/layout/page.tsx'
import { Age } from '../sandbox/sandbox-time.tsx'
import { DefinitionTag, Thumbnail } from './thumbnail.tsx'
import { useEntityActions, type EntityAction } from './entity-actions.ts'

interface EntityHeaderProps {
  readonly entity: Entity
  /** Its item in the list, which has title and thumbnail. */
  readonly listItem: ListedEntity | undefined
  readonly response: RawResponse | undefined
  /** Where it is shown. */
  readonly place: 'page' | 'panel'
}

/** The title of an entity, its identifiers and its actions. */
export function EntityHeader({ entity, listItem, response, place }: EntityHeaderProps) {
  const actions = useEntityActions()
  const { id, identifier } = entity
  // The tabs below show the relations.
  const buttons = actions.of(id).filter((action) => !['Open', 'Relations'].includes(action.id))
  const definition = nameInLink(entity.entitydefinition.href)
  const title = listItem?.title ?? identifier
  const etag = response?.headers.get('ETag')

  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <div className="flex items-start gap-3">
        <Thumbnail entity={listItem} size={56} />
        <div className="min-w-0 flex-1">
          {place === 'page' ? (
            <Heading className="line-clamp-3 text-xl break-words">{title}</Heading>
          ) : (
            <h2 className="line-clamp-3 pr-16 text-xl break-words">{title}</h2>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <Link to="/entities" search={{ definition }} className="text-muted no-underline hover:text-ink">
              <DefinitionTag name={definition} />
            </Link>
            <Copyable label="id" text={String(id)} />
            <Copyable label="identifier" text={identifier} />
            {etag && <Copyable label="ETag" text={etag} isShort />}
            <span>
              version {entity.version}, <Age at={entity.modified_on} />
            </span>
          </div>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {buttons.map((action) => {
          if (action.id !== 'copy as') return <ActionButton key={action.id} action={action} />

          return (
            <MenuButton
              key={action.id}
              label={`Copy entity ${id} as`}
              isIcon={place === 'panel'}
              items={() => actions.copyItems(id)}
            >
              {place === 'panel' ? <Braces size={14} /> : 'Copy as'}
              {place === 'page' && <ChevronDown size={14} aria-hidden />}
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
