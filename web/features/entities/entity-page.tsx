import { Outlet, useParams } from '@tanstack/react-router'
import { useCommands } from '../../commands/commands.ts'
import { entityCommands, useEntityActions } from '../../parts/entity/entity-actions.ts'
import { EntityView } from '../../parts/entity/entity-view.tsx'

export function EntityPage() {
  const id = Number(useParams({ from: '/entities/$id' }).id)
  const actions = useEntityActions()

  useCommands(entityCommands(actions.of(id)))

  return (
    <>
      <EntityView id={id} place="page" />
      <Outlet />
    </>
  )
}
