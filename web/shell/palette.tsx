import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { entitySuggestions } from '../service/entities.ts'
import { keyNames } from '../lib/key-names.ts'
import { nameInLink } from '../lib/place.ts'
import { useAllCommands } from '../commands/registry.ts'

interface Line {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly hint?: string | undefined
  readonly run: () => void
}

/** Everything that can be done from here, and every entity, by typing a part of its name. */
export function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const lines = useLines(text)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const current = Math.min(active, lines.length - 1)

  useEffect(() => {
    const element = dialog.current

    element?.showModal()

    return () => element?.close()
  }, [])

  useEffect(() => {
    document.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const run = (line: Line | undefined) => {
    if (!line) return
    close()
    // After the dialog has given the focus back.
    setTimeout(line.run)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 }
    const to = moves[event.key]

    if (to !== undefined) setActive((to + lines.length) % Math.max(1, lines.length))
    else if (event.key === 'Enter') run(lines[current])
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      className="mx-auto mt-[12vh] w-140 max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded border border-line-strong bg-ground text-ink shadow-xl backdrop:bg-black/30 open:flex"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
    >
      <input
        role="combobox"
        aria-label="Find a command or an entity"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={lines.length > 0 ? `${id}-${current}` : undefined}
        className="h-11 border-b border-line bg-transparent px-4 text-lg outline-none"
        placeholder="What do you want to do?"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Commands"
        className="max-h-[50vh] overflow-y-auto p-1.5"
      >
        {lines.map((line, index) => (
          <div key={line.id}>
            {line.group !== lines[index - 1]?.group && (
              <div role="presentation" className="px-2 pt-2 pb-1 text-xs text-muted">
                {line.group}
              </div>
            )}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              tabIndex={-1}
              className="flex cursor-pointer items-center gap-2 rounded px-2 py-1 aria-selected:bg-accent-soft"
              onMouseMove={() => setActive(index)}
              onClick={() => run(line)}
              onKeyDown={(event) => event.key === 'Enter' && run(line)}
            >
              <span className="min-w-0 flex-1 truncate">{line.label}</span>
              {line.hint && (
                <kbd className="shrink-0 font-mono text-xs text-muted">{keyNames(line.hint)}</kbd>
              )}
            </div>
          </div>
        ))}
      </div>
      {lines.length === 0 && <p className="px-4 py-3 text-muted">Nothing has that name.</p>}
    </dialog>
  )
}

/** Commands of the view first, then where to go, then entities, then looks. */
const groups = ['This view', 'Go to', 'Entities', 'Sandbox', 'Appearance']

function useLines(text: string): Line[] {
  const commands = useAllCommands()
  const navigate = useNavigate()
  const query = text.trim()
  const found = useQuery({ ...entitySuggestions(query), enabled: query.length > 1 }).data ?? []
  const words = query.toLowerCase().split(/\s+/)
  const lines: Line[] = commands
    .filter(({ id }) => id !== 'palette')
    .map(({ id, group, label, keys, run }) => ({ id, group, label, hint: keys, run }))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  const entities: Line[] = (query.length > 1 ? found : []).map(({ id, title, entitydefinition }) => ({
    id: `open ${id}`,
    group: 'Entities',
    label: `${title} · ${nameInLink(entitydefinition.href)}`,
    hint: String(id),
    run: () => void navigate({ to: '/entities/$id', params: { id: String(id) } }),
  }))

  return [...lines, ...entities].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
}
