import { changeSettings, themes, useSettings } from '../../lib/settings.ts'
import { Select } from './field.tsx'

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
