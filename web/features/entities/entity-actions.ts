import { useNavigate, useRouter } from '@tanstack/react-router'
import type { Command } from '../../commands/registry.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { toast, toastFailure } from '../../ui/toasts.tsx'
import { deleting } from './delete-entity.tsx'

/** What can be done with an entity, from wherever it is shown. */
export interface EntityActions {
  readonly open: (id: number) => void
  readonly edit: (id: number) => void
  readonly copy: (id: number) => void
  readonly create: (definition?: string) => void
  readonly graph: (id: number) => void
  readonly remove: (id: number) => void
  readonly copyLink: (id: number) => void
}

export function useEntityActions(): EntityActions {
  const navigate = useNavigate()
  const router = useRouter()

  return {
    open: (id) => void navigate({ to: '/entities/$id', params: params(id) }),
    edit: (id) => void navigate({ to: '/entities/$id/edit', params: params(id) }),
    copy: (id) => void navigate({ to: '/entities/$id/copy', params: params(id) }),
    create: (definition) => void navigate({ to: '/entities/new', search: definition ? { definition } : {} }),
    graph: (id) => void navigate({ to: '/graph', search: { root: id } }),
    remove: (id) => deleting.set(id),
    copyLink: (id) => {
      const { href } = router.buildLocation({ to: '/entities/$id', params: params(id) })

      copyText(new URL(href, location.origin).href, 'the link').then(
        () => toast('Copied the link.'),
        toastFailure,
      )
    },
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
    label: `${label} ${id}`,
    group: 'This view',
    ...(keys ? { keys } : {}),
    run: () => run(id),
  })

  return [
    command('edit', 'Edit entity', 'e', actions.edit),
    command('copy', 'Copy entity', 'c', actions.copy),
    command('graph', 'Show in the graph entity', 'v', actions.graph),
    command('link', 'Copy the link of entity', 'y', actions.copyLink),
    command('remove', 'Delete entity', 'Delete', actions.remove),
  ]
}
