import { useNavigate, useRouter } from '@tanstack/react-router'
import { Copy, CopyPlus, PanelRight, Pencil, Trash2, Waypoints } from 'lucide-react'
import type { Command } from '../../commands/registry.ts'
import { openMenu, type MenuItem, type Point } from '../../ui/menu.tsx'
import { copyMenu } from './copy-menu.ts'
import { deleting } from './delete-entity.tsx'

/** What can be done with an entity, from wherever it is shown. */
export interface EntityActions {
  readonly open: (id: number) => void
  readonly edit: (id: number) => void
  readonly copy: (id: number) => void
  readonly create: (definition?: string) => void
  readonly graph: (id: number) => void
  readonly remove: (id: number) => void
  /** Opens the menu of what can be put into the clipboard. */
  readonly copyAs: (id: number, at?: Point) => void
  readonly copyItems: (id: number) => MenuItem[]
}

export function useEntityActions(): EntityActions {
  const navigate = useNavigate()
  const router = useRouter()
  const copyItems = (id: number): MenuItem[] => {
    const { href } = router.buildLocation({ to: '/entities/$id', params: params(id) })

    return copyMenu(id, new URL(router.history.createHref(href), location.origin).href)
  }

  return {
    open: (id) => void navigate({ to: '/entities/$id', params: params(id) }),
    edit: (id) => void navigate({ to: '/entities/$id/edit', params: params(id) }),
    copy: (id) => void navigate({ to: '/entities/$id/copy', params: params(id) }),
    create: (definition) => void navigate({ to: '/entities/new', search: definition ? { definition } : {} }),
    graph: (id) => void navigate({ to: '/graph', search: { root: id } }),
    remove: (id) => deleting.set(id),
    copyAs: (id, at) => openMenu(`Copy entity ${id} as`, () => copyItems(id), at),
    copyItems,
  }
}

function params(id: number): { id: string } {
  return { id: String(id) }
}

/** The same as commands, with their keys. */
export function entityCommands(id: number, actions: EntityActions): Command[] {
  const command = (
    name: string,
    label: string,
    keys: string | undefined,
    run: (id: number) => void,
  ): Command => ({
    id: `entity ${name}`,
    label,
    group: 'This view',
    ...(keys ? { keys } : {}),
    run: () => run(id),
  })

  return [
    command('edit', `Edit entity ${id}`, 'e', actions.edit),
    command('copy', `Copy entity ${id}`, 'c', actions.copy),
    command('graph', `Show entity ${id} in the graph`, 'v', actions.graph),
    command('copy as', `Copy entity ${id} as code`, 'y', actions.copyAs),
    command('remove', `Delete entity ${id}`, 'Delete', actions.remove),
  ]
}

/** The same as a menu. */
export function entityMenu(id: number, actions: EntityActions, at: Point): MenuItem[] {
  return [
    { id: 'open', label: 'Open', hint: 'Mod+Enter', Icon: PanelRight, run: () => actions.open(id) },
    { id: 'edit', label: 'Edit', hint: 'e', Icon: Pencil, run: () => actions.edit(id) },
    { id: 'copy', label: 'Copy…', hint: 'c', Icon: CopyPlus, run: () => actions.copy(id) },
    { id: 'copy as', label: 'Copy as code…', hint: 'y', Icon: Copy, run: () => actions.copyAs(id, at) },
    { id: 'graph', label: 'Show in the graph', hint: 'v', Icon: Waypoints, run: () => actions.graph(id) },
    {
      id: 'remove',
      label: 'Delete',
      hint: 'Delete',
      Icon: Trash2,
      tone: 'danger',
      startsGroup: true,
      run: () => actions.remove(id),
    },
  ]
}
