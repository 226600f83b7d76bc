import { Monitor, Moon, Sun } from 'lucide-react'
import { changeSettings, themes, useSettings, type Theme } from '../lib/settings.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }
const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

export function ThemeSelect() {
  const { theme } = useSettings()

  return (
    <div role="group" aria-label="Theme" className="inline-flex rounded border border-line">
      {themes.map((name) => {
        const Icon = icons[name]

        return (
          <button
            key={name}
            type="button"
            aria-pressed={theme === name}
            aria-label={`${labels[name]} theme`}
            title={`${labels[name]} theme`}
            className="grid size-6 place-items-center text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
            onClick={() => changeSettings({ theme: name })}
          >
            <Icon size={13} aria-hidden />
          </button>
        )
      })}
    </div>
  )
}
