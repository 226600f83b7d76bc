import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { entityCounts, definitionOf } from '../../service/entities.ts'
import { count, labelOf } from '../../lib/format.ts'
import { Page } from '../../ui/feedback/page.tsx'
import { Awaited } from '../../parts/failure-notice.tsx'
import { Stripe } from '../../parts/entity/definition-tag.tsx'
import { CreateForm } from './create-form.tsx'

/** A new entity: of which definition, and then its members. */
export function CreatePage() {
  const { definition: name } = useSearch({ from: '/entities/new' })
  const { data } = useQuery(entityCounts(undefined))
  const definition = useQuery({ ...definitionOf(name ?? ''), enabled: name !== undefined })
  if (definition.data) return <CreateForm key={name} definition={definition.data} />

  return (
    <Page>
      {name ? (
        <Awaited query={definition} rows={10} />
      ) : (
        <nav aria-label="Definitions" className="overflow-auto p-3">
          <p className="mb-2 text-muted">Which definition is it of?</p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-1.5">
            {data?.definitions?.map(({ name, labels, count: total }) => (
              <li key={name}>
                <Link
                  to="/entities/new"
                  search={{ definition: name }}
                  replace
                  className="card flex items-center gap-2 p-2 text-ink no-underline hover:border-line-strong hover:bg-raised"
                >
                  <Stripe name={name} className="h-8 rounded-full" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{name}</span>
                    <span className="block truncate text-sm text-muted">
                      {labelOf(labels, name)} · {count(total)}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Page>
  )
}
