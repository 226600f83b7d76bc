import type { DataFileInput } from '../data/model/data-file/data-file.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** The smallest data that tests of storage need: one entity with a text. */
export const noteData = {
  definitions: [
    { name: 'Note', member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Text' }] }] },
  ],
  entities: [{ definition: 'Note', id: 5000, properties: { Text: 'first' } }],
} satisfies DataFileInput

/** Resolves when it is stored. */
export async function writeNote(sandbox: Sandbox, text: string): Promise<void> {
  sandbox.change((draft) => {
    const note = draft.entities.get(5000)

    if (note) draft.entities.put({ ...note, properties: { Text: text } })
  })
  await sandbox.whenStored
}

export const noteIn = (sandbox: Sandbox) => sandbox.data.entities.get(5000)?.properties.Text
