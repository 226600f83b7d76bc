import { keyNames } from '../lib/key-names.ts'
import { changeSettings, useSettings } from '../lib/settings.ts'
import { Modal } from '../ui/overlays/modal.tsx'
import { useAllCommands } from '../commands/registry.ts'

/** The keys of everything that can be done here. */
export function CheatSheet({ close }: { close: () => void }) {
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined)
  const { shortcuts } = useSettings()
  const inLists = [
    ['↑ ↓ j k', 'Move'],
    ['Home End', 'First and last'],
    ['Page Up, Page Down', 'A page up, a page down'],
    ['Enter', 'Open beside the list'],
    ['Mod+Enter', 'Open the full page; send a form'],
    ['Space, x', 'Select'],
    ['Shift+↑ ↓', 'Select on the way'],
    ['Menu key', 'What can be done with a row'],
    ['Alt+↑ ↓', 'Move a related entity, when editing'],
    ['F8', 'Next problem in JSON'],
    ['Shift+Alt+F', 'Format JSON'],
  ] as const

  return (
    <Modal title="Keys" close={close} className="w-140">
      <div className="grid gap-x-6 overflow-y-auto p-4 sm:grid-cols-2">
        <section aria-label="Here">
          <h3 className="mb-1 text-muted">Here</h3>
          <dl>
            {commands.map(({ label, keys }) => (
              <Line key={label} keys={keys ?? ''} label={label} />
            ))}
          </dl>
        </section>
        <section aria-label="In lists and editors">
          <h3 className="mb-1 text-muted">In lists and editors</h3>
          <dl>
            {inLists.map(([keys, label]) => (
              <Line key={keys} keys={keys} label={label} />
            ))}
          </dl>
          <label className="mt-4 flex items-center gap-2">
            <input
              type="checkbox"
              checked={shortcuts}
              onChange={(event) => changeSettings({ shortcuts: event.target.checked })}
            />
            Keys without Ctrl or ⌘ act, too
          </label>
        </section>
      </div>
    </Modal>
  )
}

function Line({ keys, label }: { keys: string; label: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-b border-line/60 py-1">
      <dt className="min-w-0">{label}</dt>
      <dd className="shrink-0 font-mono text-sm text-muted">{keyNames(keys)}</dd>
    </div>
  )
}
