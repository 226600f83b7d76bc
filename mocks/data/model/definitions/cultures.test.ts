import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { findByIdentifier } from '../entities/references.ts'
import { culturesOf } from './cultures.ts'

test('the cultures are those of the setting, as JSON or separated by commas, or else en-US', async () => {
  const sandbox = await buildSandbox()
  const culturesWith = async (value: string) => {
    sandbox.change((draft) => {
      const setting = findByIdentifier(draft, 'M.Setting.Cultures')

      if (setting)
        draft.entities.put({ ...setting, properties: { ...setting.properties, 'M.Setting.Value': value } })
    })

    return culturesOf(sandbox.data)
  }

  expect(await culturesWith('de-DE, nl-NL')).toEqual(['de-DE', 'nl-NL'])
  expect(await culturesWith('["de-DE"]')).toEqual(['de-DE'])
  expect(await culturesWith('[\n\t"de-DE",\r\n\t"nl-NL"\n]')).toEqual(['de-DE', 'nl-NL'])
  expect(await culturesWith(' , ')).toEqual(['en-US'])
})
