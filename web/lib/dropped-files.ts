/** A file, and its path inside what was dropped. */
interface FileAt {
  readonly path: string
  readonly file: File
}

/** Something to read, made of one file or of many. */
export interface Dropped {
  readonly name: string
  readonly content: Blob
}

/** The dropped content: one file as it is, several files and folders as a zip. Undefined when there is none. */
export async function droppedIn({ items, files }: DataTransfer): Promise<Dropped | undefined> {
  // Read before any await: the list is empty after that.
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? [])

  return entries.some((entry) => entry.isDirectory)
    ? asOne(
        (await Promise.all(entries.map(filesBelow))).flat(),
        entries.length === 1 ? entries[0]?.name : undefined,
      )
    : chosenFrom(files)
}

/** The same for files that were chosen. */
export function chosenFrom(files: Iterable<File>): Promise<Dropped | undefined> {
  return asOne(Array.from(files, (file) => ({ path: file.name, file })))
}

async function asOne(files: readonly FileAt[], name = `${files.length} files`): Promise<Dropped | undefined> {
  const [first] = files

  if (!first) return undefined
  if (files.length === 1) return { name: first.file.name, content: first.file }

  const { zipSync } = await import('fflate')
  const contents = await Promise.all(
    files.map(async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer())] as const),
  )

  return { name, content: new Blob([zipSync(Object.fromEntries(contents))], { type: 'application/zip' }) }
}

async function filesBelow(entry: FileSystemEntry): Promise<FileAt[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((done, fail) => entry.file(done, fail))

    return [{ path: entry.fullPath.slice(1), file }]
  }
  if (!isFolder(entry)) return []

  const reader = entry.createReader()
  const found: FileAt[] = []

  // It gives some of its entries each time, and none when it is through.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))

    if (some.length === 0) return found
    for (const inner of some) found.push(...(await filesBelow(inner)))
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
