import 'fake-indexeddb/auto'
import { BrowserStorage } from '../../browser/backend/browser-storage.ts'
import type { LogStorage } from '../../persistence/log-storage.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { testStorage, type OpenStorage } from '../../testing/storage-contract.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { LevelStorage } from './level-storage.ts'

testStorage('a folder', () => {
  const folder = temporaryFolder()

  return openWith(() => LevelStorage.open(folder, { isFlushed: false }))
})

testStorage('a browser', () => {
  const name = crypto.randomUUID()

  return openWith(() => Promise.resolve(new BrowserStorage(name)))
})

testStorage('memory', () => {
  const storage = new MemoryStorage()

  return openWith(() => Promise.resolve(storage))
})

async function openWith(open: () => Promise<LogStorage>): Promise<OpenStorage> {
  const opened = {
    storage: await open(),
    async reopen() {
      await opened.storage.close()
      opened.storage = await open()
    },
    async [Symbol.asyncDispose]() {
      await opened.storage.close()
    },
  }

  return opened
}
