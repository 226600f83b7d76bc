import { keyNames } from '../lib/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAllCommands, type ConsoleCommand } from '../commands/console-commands.ts'
import { linkTo } from '../lib/page-addresses.ts'
import { rankOf } from '../lib/rank.ts'
import { Thumbnail } from '../parts/entity/thumbnail.tsx'
import { useSandboxCommands } from '../parts/sandbox/use-sandbox-commands.ts'
import { type ListedEntity, entitySuggestionsQuery } from '../service/entity-queries.ts'
import { Modal } from '../ui/overlays/modal.tsx'
import { Combobox } from '../ui/controls/combobox.tsx'

interface PaletteEntry extends Omit<ConsoleCommand, 'group'> {
  readonly group: string
  readonly entity?: ListedEntity
  readonly rank: number
}

const keyOf = ({ group, label, keys, detail }: PaletteEntry) => `${group} ${label} ${keys ?? detail}`

/** Label of the command that opens the palette; the palette itself does not list it. */
export const openPaletteLabel = 'Open the command palette'

/** Searches the commands available on this page, and all entities. */
export function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  const { entries, note } = useEntries(text)

  return (
    <Modal title="Command palette" hidesTitle close={close} className="mt-[12vh]! w-140">
      <Combobox
        label="Find a command or an entity"
        className="h-11 shrink-0 border-b border-line bg-transparent px-4 text-lg outline-none"
        placeholder="What do you want to do?"
        value={text}
        change={setText}
        items={entries}
        keyOf={keyOf}
        groupOf={({ group }) => group}
        isOpen
        listClassName="max-h-[50vh] overflow-y-auto p-1.5"
        setOpen={(isOpen) => !isOpen && close()}
        onBlur={undefined}
        choose={(entry) => {
          close()
          // After the dialog has restored the focus.
          setTimeout(entry.run)
        }}
        note={note && <p className="px-4 py-3 text-muted">{note}</p>}
      >
        {({ entity, label, detail, keys }) => (
          <>
            <Thumbnail entity={entity} size={20} />
            <span className="grow truncate">{label}</span>
            {detail && <span className="min-w-0 shrink-9 truncate text-xs text-muted">{detail}</span>}
            {keys && <kbd className="shrink-0 font-mono text-xs text-muted">{keyNames(keys)}</kbd>}
          </>
        )}
      </Combobox>
    </Modal>
  )
}

/** The order of the groups while the field is empty; otherwise it decides between groups that match equally well. */
const groups = ['This page', 'Go to', 'Entities', 'Sandbox']

/** The entries that match the text, and a note while entities are searched, if that failed, or if nothing matches. */
function useEntries(text: string): { readonly entries: readonly PaletteEntry[]; readonly note: string } {
  const commands = [...useAllCommands(), ...useSandboxCommands()]
  const navigate = useNavigate()
  const query = text.trim()
  const isLongEnough = query.length >= 2 || /^\d$/.test(query)
  const entities = useQuery({ ...entitySuggestionsQuery(query), enabled: isLongEnough })
  const words = query.toLowerCase().split(/\s+/)
  const commandEntries: PaletteEntry[] = commands
    .filter(
      ({ label }) => label !== openPaletteLabel && words.every((word) => label.toLowerCase().includes(word)),
    )
    .map((command) => ({
      ...command,
      group: command.group ?? 'This page',
      // "Health" and "go to" are both what its label starts with.
      rank: Math.min(
        ...[command.label, command.label.replace(/^Go to /, '')].map((title) => rankOf(query, { title })),
      ),
    }))
  const entityEntries: PaletteEntry[] = (entities.data ?? []).map((entity) => ({
    group: 'Entities',
    label: `${entity.title} · ${entity.definition}`,
    detail: String(entity.id),
    entity,
    rank: rankOf(query, entity),
    run: () => void navigate(linkTo(entity.id)),
  }))
  const ranked = [...commandEntries, ...entityEntries].toSorted((a, b) => a.rank - b.rank)
  // The group of the best match comes first.
  const order = query === '' ? groups : [...new Set([...ranked.map(({ group }) => group), ...groups])]
  const nothing = isLongEnough ? 'No matches.' : 'Type two characters to search entities.'
  const status = ranked.length > 0 ? '' : entities.isFetching ? 'Searching…' : nothing

  return {
    entries: ranked.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group)),
    note: entities.error ? `Entities can’t be searched: ${entities.error.message}` : status,
  }
}
