import { changeSettings, themes, useSettings } from '../../lib/settings.ts'
import { Select } from './field.tsx'
import { copyBaseLabels, copyBases } from '../../lib/copy-as.ts'

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

/** Selects the base URL in copied code, for all pages. */
export function BaseSelect() {
  const { copyBase } = useSettings()

  return (
    <Select
      aria-label="Base URL"
      value={copyBase}
      options={copyBases.map((base) => [base, copyBaseLabels[base]] as const)}
      choose={(copyBase) => changeSettings({ copyBase })}
    />
  )
}
