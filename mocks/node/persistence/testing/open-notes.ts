import { onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../../config.ts'
import { noteData } from '../../../testing/note-data.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openPersisted, type PersistOptions } from '../persist.ts'

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
