import { useLocation, useNavigate, useRouter, type LinkProps } from '@tanstack/react-router'
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
import type { ConsoleCommand } from '../../commands/console-commands.ts'
import { openMenu, type MenuItem, type Point } from '../../ui/overlays/menu.tsx'
import { administrator, client, credentials, queryClient, send } from '../../service/service-client.ts'
import { copyAs, codeFormats } from '../../lib/copy-as.ts'
import { absoluteServiceUrl, addressOfPage, linkTo, sandboxId } from '../../lib/page-addresses.ts'
import { copyText } from '../../ui/controls/copy-button.tsx'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { offerUndo } from '../sandbox/control.ts'

type EntityActionId = 'Open' | 'Edit' | 'Copy…' | 'copy as' | 'Requests' | 'Relations' | 'remove'

/** An action on an entity: a command and a menu item; in the entity's header, also a button. */
export interface EntityAction extends MenuItem {
  readonly id: EntityActionId
  /** The label with the entity's id, for the command palette. */
  readonly command: string
  /** The page that it opens; undefined for other actions. */
  readonly link?: LinkProps
}

/** The actions on an entity; a menu that one of them opens is at `at`. */
export function useEntityActions(): (id: number, at?: Point) => EntityAction[] {
  const navigate = useNavigate()
  const remove = useDeleteEntity()
  const isInList = useLocation({ select: ({ pathname }) => pathname === '/entities' })
  const edit = useLocation({ select: ({ search }) => (search.tab === 'relations' ? search.tab : 'form') })

  return (id, at) => {
    // Beside the list, so that its place is kept.
    const form: LinkProps = isInList
      ? { to: '/entities', search: (before) => ({ ...before, selected: id, edit }) }
      : { ...linkTo(id), search: { edit } }
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
      page('Open', 'Mod+Enter', PanelRight, linkTo(id)),
      page('Edit', 'e', Pencil, form),
      page('Copy…', 'c', CopyPlus, { ...linkTo(id), to: '/entities/$id/copy' }, 'Copy'),
      {
        id: 'copy as',
        label: 'Copy as code…',
        command: `Copy entity ${id} as code`,
        keys: 'y',
        Icon: Copy,
        run: () => openMenu(`Copy entity ${id} as`, copyItems(id), at),
      },
      page('Requests', 'r', ListTree, { to: '/requests', search: { q: `entity:${id}` } }, 'Requests about'),
      page('Relations', 'v', Waypoints, { ...linkTo(id), search: { tab: 'relations' } }, 'Relations of'),
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
}

export function entityCommands(actions: readonly EntityAction[]): ConsoleCommand[] {
  return actions.map(({ command, keys, run }) => ({ label: command, keys, run }))
}

/** Menu items that copy to the clipboard: the request for an entity as code, its JSON, the link to its page, its id. */
export function copyItems(id: number): MenuItem[] {
  const request = { method: 'GET', path: `/api/entities/${id}` }
  const url = `${absoluteServiceUrl}${request.path}`
  const link = new URL(addressOfPage(`/entities/${id}`, sandboxId), location.origin).href

  return [
    ...codeFormats.map((format) => ({
      id: format,
      label: format,
      run: copyToClipboard(`the request as ${format}`, () =>
        copyAs[format]({ method: 'GET', url, headers: credentials(administrator) }),
      ),
    })),
    {
      id: 'json',
      label: 'JSON',
      startsGroup: true,
      run: copyToClipboard('the JSON', async () => (await send(request)).text),
    },
    { id: 'link', label: 'Link to this page', run: copyToClipboard('the link', () => link) },
    { id: 'id', label: 'Id', run: copyToClipboard('the id', () => String(id)) },
  ]
}

function copyToClipboard(label: string, text: () => Promise<string> | string): () => void {
  return () => {
    Promise.resolve(text())
      .then(copyText)
      .then(() => showNotice(`Copied ${label}.`), showFailure)
  }
}

/** Deletes an entity and its relations, and offers Undo, which takes fewer steps than a confirmation. */
export function useDeleteEntity(): (id: number) => Promise<void> {
  const navigate = useNavigate()
  const router = useRouter()

  return async (id) => {
    try {
      await client.DELETE('/api/entities/{id}', { path: { id } })
      offerUndo(`Deleted entity ${id} and its relations.`, { message: `Restored entity ${id}.` })
      await (router.state.location.pathname.endsWith(`/entities/${id}`)
        ? navigate({ to: '/entities', replace: true })
        : navigate({ to: '.', search: (before) => ({ ...before, selected: undefined }), replace: true }))
    } catch (error) {
      showFailure(error)
    }
    await queryClient.invalidateQueries()
  }
}
