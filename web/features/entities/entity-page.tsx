import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCommands } from '../../commands/registry.ts'
import { entityCommands, useEntityActions } from '../../parts/entity/entity-actions.ts'
import { EntityView } from '../../parts/entity/entity-view.tsx'

export function EntityPage() {
  const id = Number(useParams({ from: '/entities/$id' }).id)
  const { tab = 'properties' } = useSearch({ from: '/entities/$id' })
  const navigate = useNavigate({ from: '/entities/$id' })
  const actions = useEntityActions()

  useCommands(entityCommands(actions.of(id)))

  return (
    <>
      <EntityView
        id={id}
        tab={tab}
        setTab={(tab) => void navigate({ search: (before) => ({ ...before, tab }), replace: true })}
        place="page"
      />
      <Outlet />
    </>
  )
}
