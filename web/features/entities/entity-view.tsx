import { useQuery } from '@tanstack/react-query'
import { ResponseJson } from '../../parts/response.tsx'
import { listedEntitiesQuery, type Entity, type ListedEntity } from '../../service/entity-queries.ts'
import { isNotFound, getQuery } from '../../service/service-client.ts'
import {
  useWholeEntity,
  endsOf,
  relatedIds,
  useRelated,
  type RelationEnd,
  type WholeEntity,
} from '../../parts/entity/members.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { EmptyState, Heading, RefreshBar, SidePanel, Skeleton } from '../../ui/layout/page.tsx'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import { useEntityActions, type EntityAction } from '../../parts/entity/entity-actions.ts'
import { PropertyTable } from '../../parts/entity/property-table.tsx'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'
import { Button, IconButton, LinkButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { useCommands } from '../../commands/console-commands.ts'
import { keyNames, formatCount } from '../../lib/format.ts'
import { linkTo, nameInLink } from '../../lib/page-addresses.ts'
import { Suspense, useEffect, useState } from 'react'
import { lazyRouteComponent, Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Maximize2, X, Pencil } from 'lucide-react'
import { Select } from '../../ui/controls/field.tsx'

/** Loaded when an entity is shown, so that it opens also after the sandbox has stopped. */
const EditView = lazyRouteComponent(() => import('./edit-form.tsx'), 'EditView')

const tabs = [
  { id: 'properties', label: 'Properties' },
  { id: 'relations', label: 'Relations' },
  { id: 'json', label: 'JSON' },
  { id: 'access', label: 'Access' },
] as const

interface EntityViewProps {
  readonly id: number
  /** Where it is shown. */
  readonly place: 'page' | 'panel'
}

/** An entity: its header, and tabs with its properties, its relations and its JSON; the page's address names the tab. */
export function EntityView({ id, place }: EntityViewProps) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'properties'
  const query = useWholeEntity(id)
  const listItem = useQuery(listedEntitiesQuery([id])).data?.get(id)
  const { error, data } = query
  const HiddenHeading = place === 'page' ? 'h1' : 'h2'

  const choose = (tab: (typeof tabs)[number]['id']) =>
    void navigate({ to: '.', search: (before) => ({ ...before, tab }), replace: true })

  useEffect(() => void EditView.preload?.(), [])
  useCommands([{ label: `Access to entity ${id}`, keys: 'a', run: () => choose('access') }])

  if (search.edit) {
    return (
      <Suspense fallback={<Skeleton />}>
        <EditView key={id} id={id} place={place} />
      </Suspense>
    )
  }

  if (!data) {
    return (
      // Below the buttons of the panel.
      <div className={`flex flex-1 flex-col ${place === 'panel' ? 'pt-9' : ''}`}>
        <HiddenHeading className="sr-only">Entity {id}</HiddenHeading>
        {error && isNotFound(error) ? (
          <EmptyState title={error.message}>
            <LinkButton to="/entities">Go to the entities</LinkButton>
          </EmptyState>
        ) : (
          <QueryResult query={query} rows={10} />
        )}
      </div>
    )
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <RefreshBar isRefreshing={query.isFetching} />
      <EntityHeader entity={data.entity} listItem={listItem} etag={data.etag} place={place} />
      <TabBar label="Entity" tabs={tabs} current={tab} choose={choose}>
        <>
          {tab === 'properties' && <PropertyTable {...data} />}
          {tab === 'relations' && <RelatedView {...data} />}
          {tab === 'json' && <ResponseJson response={data.response} />}
          {tab === 'access' && <AccessView id={id} />}
        </>
      </TabBar>
    </div>
  )
}

export function EntityPanel({ id, close }: { id: number; close: () => void }) {
  const { edit } = useSearch({ strict: false })

  return (
    <SidePanel label={`Entity ${id}`}>
      <div hidden={edit !== undefined} className="absolute top-2 right-2 z-10 flex gap-1">
        <Link
          {...linkTo(id)}
          search={({ tab, edit }) => ({ tab: tabs.find(({ id }) => id === tab)?.id, edit })}
          className="button"
          data-tone="quiet"
          data-icon
          aria-label="Open the full page"
          title={keyNames('Open the full page (Mod+Enter)')}
        >
          <Maximize2 size={14} />
        </Link>
        <IconButton Icon={X} label="Close the panel" title="Close (Escape)" size={16} run={close} />
      </div>
      <EntityView key={id} id={id} place="panel" />
    </SidePanel>
  )
}

interface EntityHeaderProps extends Pick<EntityViewProps, 'place'> {
  readonly entity: Entity
  /** Its item in the list, which has title and thumbnail. */
  readonly listItem: ListedEntity | undefined
  readonly etag: string | null
}

/** The title of an entity, its identifiers and its actions. */
function EntityHeader({ entity, listItem, etag, place }: EntityHeaderProps) {
  const actionsOn = useEntityActions()
  const { id, identifier } = entity
  // The tabs below show the relations.
  const buttons = actionsOn(id).filter((action) => !['Open', 'Relations'].includes(action.id))
  const definition = nameInLink(entity.entitydefinition.href)
  const title = listItem?.title ?? identifier

  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <div className="flex items-start gap-3">
        <Thumbnail entity={listItem} size={56} />
        <div className="min-w-0 flex-1">
          <Heading
            place={place}
            className={`line-clamp-3 text-xl break-words ${place === 'panel' ? 'pr-16' : ''}`}
          >
            {title}
          </Heading>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <Link to="/entities" search={{ definition }} className="text-muted no-underline hover:text-ink">
              {definition}
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
        {buttons.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </div>
    </div>
  )
}

function ActionButton({ action: { id, label, keys, Icon, tone, link, run } }: { action: EntityAction }) {
  const shared = {
    title: keys ? `${label} (${keyNames(keys)})` : label,
    children: label,
    ...(Icon && { Icon }),
  }

  if (link) return <LinkButton {...link} {...shared} />

  return (
    <Button {...shared} {...(tone && { tone })} aria-haspopup={id === 'copy as' && 'menu'} onClick={run} />
  )
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

/** The entities to which an entity is related, by relation. */
function RelatedView({ entity, definition }: WholeEntity) {
  const ends = endsOf(definition).map((end) => ({ end, ids: relatedIds(entity, end) }))
  const empty = ends.filter(({ ids }) => ids.length === 0)

  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1.5">
        <span className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">
          {empty.length > 0 && `Empty: ${[...new Set(empty.map(({ end }) => end.name))].join(', ')}`}
        </span>
        <LinkButton Icon={Pencil} to="." search={(before) => ({ ...before, edit: 'relations' as const })}>
          Edit the relations
        </LinkButton>
      </div>
      {ends.map(
        ({ end, ids }) => ids.length > 0 && <RelatedList key={end.key} id={entity.id} end={end} ids={ids} />,
      )}
    </>
  )
}

interface RelatedListProps {
  /** The entity to whose relation they belong. */
  readonly id: number
  readonly end: RelationEnd
  readonly ids: readonly number[]
}

/** The related entities of one end, some of them at first. */
function RelatedList({ id, end: { name, side, associated }, ids }: RelatedListProps) {
  const { shown, hidden, showMore } = useRelated(ids, 10, 50)

  return (
    <section aria-label={`${name}, ${side}`} className="border-b border-line/60 px-3 py-2">
      <h2 className="font-medium">
        {name} <span className="font-normal text-muted">{formatCount(ids.length)}</span>
      </h2>
      <p className="text-xs text-muted">
        {side} · {associated}
      </p>
      <ul className="mt-1">
        {shown.map(({ id, entity }) => (
          <li key={id}>
            <Link
              {...linkTo(id)}
              search={{ tab: 'relations' }}
              className="flex min-h-7 items-center gap-2 text-ink no-underline hover:bg-raised pointer-coarse:min-h-11"
            >
              <Thumbnail entity={entity} size={20} />
              <span className="min-w-0 truncate">{entity?.title ?? `Entity ${id}`}</span>
              <span className="font-mono text-xs text-muted">{id}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="flex items-center gap-2">
          <Button onClick={showMore}>{formatCount(hidden)} more</Button>
          <Link
            to="/entities"
            search={{ query: `${side === 'parents' ? 'Child' : 'Parent'}('${name}').id==${id}` }}
          >
            Show all in the list
          </Link>
        </p>
      )}
    </section>
  )
}

/** What a user may do with an entity, and which policies say so. */
function AccessView({ id }: { id: number }) {
  const personas = useQuery(getQuery('/__sandbox/personas')).data?.items ?? []
  const [chosen, setChosen] = useState('reader')
  const { name, user_id, role } = personas.find((each) => each.name === chosen) ?? personas[0] ?? {}
  const path = { id, userId: user_id ?? 0 }
  const permissions = useQuery({
    ...getQuery('/api/entities/{id}/permissions/{userId}', { path }),
    enabled: user_id !== undefined,
  })

  return (
    <div className="flex flex-col gap-3 p-3">
      <Select<string>
        label="What may this user do here?"
        className="self-start"
        value={name ?? chosen}
        options={personas.map((each) => [each.name, `${each.name} (${each.role})`] as const)}
        choose={setChosen}
      />
      <QueryResult query={permissions} rows={4}>
        {(data) => (
          <ul aria-label={`Permissions of ${name}`} className="flex flex-col">
            {data.permissions.map(({ permission, policies }) => (
              <li key={permission} className="flex flex-wrap gap-x-3 border-b border-line/60 py-1">
                <span className="w-44 font-medium">{permission}</span>
                <span className="text-sm text-muted">
                  {policies.map(({ policy, rule_identifiers, is_group_policy }) => (
                    <span key={policy.href} className="mr-3">
                      by the policy of{' '}
                      <Link {...linkTo(nameInLink(policy.href))}>
                        {is_group_policy ? 'the group' : 'the user'} {nameInLink(policy.href)}
                      </Link>
                      : {rule_identifiers.join(', ')}
                    </span>
                  ))}
                </span>
              </li>
            ))}
            {data.permissions.length === 0 && (
              <li className="text-muted">No policy grants {name} anything.</li>
            )}
          </ul>
        )}
      </QueryResult>
      <p className="text-sm text-muted">
        Policies say what applications show; requests are allowed or rejected by the role of the user, {role}.
      </p>
    </div>
  )
}
