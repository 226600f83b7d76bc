import { useQuery } from '@tanstack/react-query'
import { changeSettings, themes, useSettings } from '../../lib/console-settings.ts'
import { administrator, getQuery } from '../../service/service-client.ts'
import { Select } from '../../ui/controls/field.tsx'

interface SenderSelectProps {
  /** The administrator if undefined. */
  readonly value: string | undefined
  readonly choose: (name: string) => void
}

/** Selects the user as whom one request is sent, beside the button that sends it. */
export function SenderSelect({ value = administrator, choose }: SenderSelectProps) {
  return (
    <label
      className="flex items-center gap-1.5"
      title="The console’s other requests are made as the administrator."
    >
      <span className="text-muted">as</span>
      <Select<string> value={value} options={useUserNames()} choose={choose} />
    </label>
  )
}

/** The names of those who can sign in, and of nobody. */
export function useUserNames(): string[] {
  return [
    ...(useQuery(getQuery('/__sandbox/personas')).data?.items ?? []).map(({ name }) => name),
    'anonymous',
  ]
}

export function ThemeSelect() {
  return (
    <Select
      aria-label="Theme"
      value={useSettings().theme}
      options={themes.map((theme) => [theme, `${theme[0]?.toUpperCase()}${theme.slice(1)} theme`] as const)}
      choose={(theme) => changeSettings({ theme })}
    />
  )
}
