import type {
  DefinitionName,
  PropertiesInput,
  PropertiesOf,
  RelationKey,
  RelationsOf,
} from '../data/model/definitions/typed-definitions.ts'
import type { Entity, EntityInput, Link, LinkInput, RelationResource } from './operations.ts'

/** An entity as the service returns it, typed by the name of its definition or by its properties. */
export type EntityOf<T = DefinitionName> = Omit<Entity, 'properties' | 'relations'> & {
  properties: PropertiesOf<T>
  relations: { [Name in keyof RelationsOf<T>]: RelationResource | Link }
}

type Related = number | { readonly id: number }

type GivenRelation<Key extends RelationKey> = {
  readonly [K in Key]?: K extends 'parents' | 'children' ? readonly Related[] : Related
}

/** A new entity, as in the body of `POST /api/entities`. */
export interface GivenEntity<T = DefinitionName> {
  readonly id?: number
  readonly identifier?: string
  readonly properties?: PropertiesInput<T>
  /** Related entities by relation: `{ parent }`, `{ parents }`, `{ child }` or `{ children }`, as entities or ids. */
  readonly relations?: {
    readonly [Name in keyof RelationsOf<T>]?: GivenRelation<Extract<RelationsOf<T>[Name], RelationKey>>
  }
}

/**
 * The body of `POST /api/entities` that creates or changes an entity of a definition.
 *
 * @example
 * await client.POST('/api/entities', { body: entityInput('M.Tag', { properties: { Slug: 'leek' } }) })
 */
export function entityInput<Name extends DefinitionName>(
  definition: Name,
  { properties, relations = {}, ...others }: GivenEntity<NoInfer<Name>> = {},
): EntityInput {
  const entries = Object.entries<GivenRelation<RelationKey> | undefined>(relations)

  return {
    ...others,
    entitydefinition: { href: definitionPath(definition) },
    properties: { ...properties },
    relations: Object.fromEntries(entries.flatMap(([name, ends]) => (ends ? [[name, linksOf(ends)]] : []))),
  }
}

/**
 * Whether an entity is of a definition; if so, its properties are typed.
 *
 * @example
 * if (isOf('M.Asset', entity)) console.log(entity.properties.Title)
 */
export function isOf<Name extends DefinitionName>(
  definition: Name,
  entity: { readonly entitydefinition: Link },
): entity is EntityOf<Name> {
  const [path = ''] = entity.entitydefinition.href.split(/[?#{]/, 1)

  return path.endsWith(definitionPath(definition))
}

function definitionPath(name: string): string {
  return `/api/entitydefinitions/${encodeURIComponent(name)}`
}

function linksOf({ parents, children, parent, child }: GivenRelation<RelationKey>) {
  return {
    ...(parent === undefined ? {} : { parent: linkTo(parent) }),
    ...(child === undefined ? {} : { child: linkTo(child) }),
    ...(parents === undefined ? {} : { parents: parents.map(linkTo) }),
    ...(children === undefined ? {} : { children: children.map(linkTo) }),
  }
}

function linkTo(related: Related): LinkInput {
  return { href: `/api/entities/${typeof related === 'number' ? related : related.id}` }
}
