import { useNavigate, useRouter, type LinkProps } from '@tanstack/react-router'
import {
  Copy,
  CopyPlus,
  ListTree,
  PanelRight,
  Pencil,
  Trash2,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import type { ConsoleCommand } from '../../commands/registry.ts'
import { openMenu, type MenuItem, type Point } from '../../ui/overlays/menu.tsx'
import { copyMenu } from './copy-menu.ts'
import { useDeleteEntity } from './use-delete-entity.ts'

type EntityActionId = 'Open' | 'Edit' | 'Copy…' | 'copy as' | 'Requests' | 'Relations' | 'remove'

/** An action on an entity: a command and a menu item; in the entity's header, also a button. */
export interface EntityAction extends MenuItem {
  readonly id: EntityActionId
  /** The label with the entity's id, for the command palette. */
  readonly command: string
  /** The page that it opens; undefined for other actions. */
  readonly link?: LinkProps
}

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

  const of = (id: number, at?: Point): EntityAction[] => {
    const params = { id: String(id) }
    const page = (
      name: EntityActionId,
      keys: string,
      Icon: LucideIcon,
      link: LinkProps,
      command: string = name,
    ) => ({
      id: name,
      label: name,
      command: `${command} entity ${id}`,
      keys,
      Icon,
      link,
      run: () => void navigate(link),
    })

    return [
      page('Open', 'Mod+Enter', PanelRight, { to: '/entities/$id', params }),
      page('Edit', 'e', Pencil, { to: '/entities/$id/edit', params }),
      page('Copy…', 'c', CopyPlus, { to: '/entities/$id/copy', params }, 'Copy'),
      {
        id: 'copy as',
        label: 'Copy as code…',
        command: `Copy entity ${id} as code`,
        keys: 'y',
        Icon: Copy,
        run: () => openMenu(`Copy entity ${id} as`, () => copyItems(id), at),
      },
      page('Requests', 'r', ListTree, { to: '/requests', search: { q: `entity:${id}` } }, 'Requests about'),
      page(
        'Relations',
        'v',
        Waypoints,
        { to: '/entities/$id', params, search: { tab: 'relations' } },
        'Relations of',
      ),
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

/** The actions as commands. */
export function entityCommands(actions: readonly EntityAction[]): ConsoleCommand[] {
  return actions.map(({ command, keys, run }) => ({ label: command, keys, run }))
}
