import { copyBaseLabels, copyBases } from '../../lib/copy-as.ts'
import { Select } from './field.tsx'
import { changeSettings, useSettings } from '../../lib/settings.ts'

/** What addresses begin with in code that is copied, on every page. */
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
