import 'fake-indexeddb/auto'
import { BrowserStorage } from '../../browser/backend/browser-storage.ts'
import { MemoryStorage } from '../../../testing/memory-storage.ts'
import { reopenable, testStorage } from '../../../testing/storage-contract.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { LevelStorage } from './level-storage.ts'

testStorage('a folder', () => {
  const folder = temporaryFolder()

  return reopenable(() => LevelStorage.open(folder, { flush: false }))
})

testStorage('a browser', () => {
  const name = crypto.randomUUID()

  return reopenable(() => new BrowserStorage(name))
})

testStorage('memory', () => {
  const storage = new MemoryStorage()

  return reopenable(() => storage)
})
