import type { JsonObject } from '../model/shared/json.ts'

/** What a new entity holds, as in the body of `POST /api/entities`. */
export interface GivenEntity<Properties> {
  readonly id?: number
  readonly identifier?: string
  readonly properties?: Partial<Properties>
  /** Related entities by relation: `{ parent }`, `{ parents }`, `{ child }` or `{ children }`, as links or ids. */
  readonly relations?: Readonly<Record<string, GivenRelation>>
}

type Related = number | { readonly id: number }
export type GivenRelation = Readonly<
  Partial<Record<'parent' | 'child', Related> & Record<'parents' | 'children', readonly Related[]>>
>

/** Related entities as `POST /api/entities` takes them. */
export function linksTo({ parents, children, parent, child }: GivenRelation): JsonObject {
  return {
    ...(parent === undefined ? {} : { parent: linkTo(parent) }),
    ...(child === undefined ? {} : { child: linkTo(child) }),
    ...(parents === undefined ? {} : { parents: parents.map(linkTo) }),
    ...(children === undefined ? {} : { children: children.map(linkTo) }),
  }
}

function linkTo(related: Related): JsonObject {
  return { href: `/api/entities/${typeof related === 'number' ? related : related.id}` }
}
