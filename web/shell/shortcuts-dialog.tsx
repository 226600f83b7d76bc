import { keyNames } from '../lib/format.ts'
import { useAllCommands } from '../commands/commands.ts'
import { changeSettings, useSettings } from '../lib/settings.ts'
import { Modal } from '../ui/overlays/modal.tsx'

/** All keyboard shortcuts of this page. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined)
  const { shortcuts } = useSettings()
  const inLists = [
    ['↑ ↓ j k', 'Move'],
    ['Home End', 'Go to the first or last row'],
    ['Page Up, Page Down', 'Scroll one page'],
    ['Enter', 'Open in the side panel'],
    ['Mod+Enter', 'Open the full page; send a form'],
    ['Space, x', 'Select'],
    ['Shift+↑ ↓', 'Extend the selection'],
    ['Menu key', 'Open the row’s menu'],
    ['Alt+↑ ↓', 'Move a related entity, when editing'],
    ['F8', 'Next problem in JSON'],
    ['Shift+Alt+F', 'Format JSON'],
  ] as const
  const sections = [
    ['This page', commands.map(({ keys = '', label }) => [keys, label] as const)],
    ['In lists and editors', inLists],
  ] as const

  return (
    <Modal title="Keyboard shortcuts" close={close} className="w-140">
      <div className="grid gap-x-6 overflow-y-auto p-4 sm:grid-cols-2">
        {sections.map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-muted">{title}</h3>
            <dl>
              {rows.map(([keys, label]) => (
                <div
                  key={label}
                  className="flex items-baseline justify-between gap-3 border-b border-line/60 py-1"
                >
                  <dt className="min-w-0">{label}</dt>
                  <dd className="shrink-0 font-mono text-sm text-muted">{keyNames(keys)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="mt-4 flex items-center gap-2 sm:col-start-2">
          <input
            type="checkbox"
            checked={shortcuts}
            onChange={(event) => changeSettings({ shortcuts: event.target.checked })}
          />
          Enable single-key shortcuts
        </label>
      </div>
    </Modal>
  )
}
