/** A file, and its path in the dropped folder. */
interface FileWithPath {
  readonly path: string
  readonly file: File
}

/** Files to import, as one body: a single file unchanged, several as a zip. */
export interface FileBundle {
  readonly name: string
  readonly content: Blob
}

/** The dropped files; undefined if nothing was dropped. */
export async function bundleFromDrop({ items, files }: DataTransfer): Promise<FileBundle | undefined> {
  // Read before the first `await`: the browser empties the list afterwards.
  const entries = Array.from(items).flatMap((item) => item.webkitGetAsEntry() ?? [])

  return entries.some((entry) => entry.isDirectory)
    ? bundleOf(
        (await Promise.all(entries.map(filesBelow))).flat(),
        entries.length === 1 ? entries[0]?.name : undefined,
      )
    : bundleFromFiles(files)
}

/** The files chosen in a file input. */
export function bundleFromFiles(files: Iterable<File>): Promise<FileBundle | undefined> {
  return bundleOf(Array.from(files, (file) => ({ path: file.name, file })))
}

async function bundleOf(
  files: readonly FileWithPath[],
  name = `${files.length} files`,
): Promise<FileBundle | undefined> {
  const [first] = files

  if (!first) return undefined
  if (files.length === 1) return { name: first.file.name, content: first.file }

  const { zipSync } = await import('fflate')
  const contents = await Promise.all(
    files.map(async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer())] as const),
  )

  return { name, content: new Blob([zipSync(Object.fromEntries(contents))], { type: 'application/zip' }) }
}

async function filesBelow(entry: FileSystemEntry): Promise<FileWithPath[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((done, fail) => entry.file(done, fail))

    return [{ path: entry.fullPath.slice(1), file }]
  }
  if (!isFolder(entry)) return []

  const reader = entry.createReader()
  const files: FileWithPath[] = []

  // readEntries() returns one batch per call, and an empty one at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))

    if (batch.length === 0) return files
    for (const inner of batch) files.push(...(await filesBelow(inner)))
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Downloads a JSON text as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })

  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
