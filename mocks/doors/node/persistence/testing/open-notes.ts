import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../../../local/config.ts'
import { noteData } from '../../../../testing/note-data.ts'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import { openPersisted, type PersistOptions } from '../open-folder.ts'

/** Sandboxes with a note, in a folder, until the test has finished. */
export async function openNotes(
  folder = temporaryFolder(),
  options: PersistOptions & Pick<SandboxOptions, 'scenarios'> = {},
) {
  const opened = await openPersisted(folder, { data: noteData, machineClock: () => 0, ...options })
  const { sandboxes, close } = opened

  onTestFinished(close)

  return {
    ...opened,
    folder,
    sandbox: sandboxes.default,
    /** They are closed, and opened again. */
    restarted: async () => {
      await close()

      return openNotes(folder, options)
    },
  }
}

/** Changes a bit of a text in the log of a folder. */
export function damageLog(folder: string, text: string): void {
  const level = join(folder, 'level')
  const log = join(level, readdirSync(level).find((name) => name.endsWith('.log')) ?? '')
  const bytes = readFileSync(log)
  const at = bytes.indexOf(text)

  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(log, bytes)
}
