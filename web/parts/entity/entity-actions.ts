import { useNavigate, useRouter, type LinkProps } from '@tanstack/react-router'
import { Copy, CopyPlus, PanelRight, Pencil, Trash2, Waypoints } from 'lucide-react'
import type { Command } from '../../commands/registry.ts'
import { openMenu, type MenuItem, type Point } from '../../ui/menu.tsx'
import { copyMenu } from './copy-menu.ts'
import { useDeleteEntity } from './delete-entity.tsx'

/** Something that can be done with an entity: a command, an item of its menu, and perhaps a button. */
export interface EntityAction extends MenuItem {
  /** The same with the entity's id, for where it is not plain. */
  readonly command: string
  /** Where it leads, for what is a page. */
  readonly link?: LinkProps
}

/** What can be done with an entity, from wherever it is shown. */
export function useEntityActions(): {
  readonly of: (id: number, at?: Point) => readonly EntityAction[]
  readonly copyItems: (id: number) => MenuItem[]
} {
  const navigate = useNavigate()
  const router = useRouter()
  const remove = useDeleteEntity()
  const copyItems = (id: number): MenuItem[] => {
    const { href } = router.buildLocation({ to: '/entities/$id', params: { id: String(id) } })

    return copyMenu(id, new URL(router.history.createHref(href), location.origin).href)
  }

  const to = (link: LinkProps) => ({ link, run: () => void navigate(link) })

  const of = (id: number, at?: Point): EntityAction[] => {
    const params = { id: String(id) }

    return [
      {
        id: 'open',
        label: 'Open',
        command: `Open entity ${id}`,
        keys: 'Mod+Enter',
        Icon: PanelRight,
        ...to({ to: '/entities/$id', params }),
      },
      {
        id: 'edit',
        label: 'Edit',
        command: `Edit entity ${id}`,
        keys: 'e',
        Icon: Pencil,
        ...to({ to: '/entities/$id/edit', params }),
      },
      {
        id: 'copy',
        label: 'Copy…',
        command: `Copy entity ${id}`,
        keys: 'c',
        Icon: CopyPlus,
        ...to({ to: '/entities/$id/copy', params }),
      },
      {
        id: 'copy as',
        label: 'Copy as code…',
        command: `Copy entity ${id} as code`,
        keys: 'y',
        Icon: Copy,
        run: () => openMenu(`Copy entity ${id} as`, () => copyItems(id), at),
      },
      {
        id: 'graph',
        label: 'Show in the graph',
        command: `Show entity ${id} in the graph`,
        keys: 'v',
        Icon: Waypoints,
        ...to({ to: '/graph', search: { root: id } }),
      },
      {
        id: 'remove',
        label: 'Delete',
        command: `Delete entity ${id}`,
        keys: 'Delete',
        Icon: Trash2,
        tone: 'danger',
        startsGroup: true,
        run: () => void remove(id),
      },
    ]
  }

  return { of, copyItems }
}

/** The same as commands of a view. */
export function entityCommands(actions: readonly EntityAction[]): Command[] {
  return actions.map(({ id, command, keys, run }) => ({
    id: `entity ${id}`,
    label: command,
    group: 'This view',
    keys,
    run,
  }))
}
