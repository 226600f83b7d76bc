import { copyBaseLabels, copyBases } from '../lib/copy-as.ts'
import { changeSettings, useSettings } from '../lib/settings.ts'

/** What addresses begin with in code that is copied, on every page. */
export function BaseSelect() {
  const { copyBase } = useSettings()

  return (
    <select
      aria-label="Base URL"
      className="field"
      value={copyBase}
      onChange={({ target }) =>
        changeSettings({ copyBase: copyBases.find((base) => base === target.value) ?? 'sandbox' })
      }
    >
      {copyBases.map((base) => (
        <option key={base} value={base}>
          {copyBaseLabels[base]}
        </option>
      ))}
    </select>
  )
}
