import { isObject } from '../../model/shared/json.ts'
import { shortened } from '../../model/shared/suggestion.ts'
import { isBytes } from '../../model/shared/bytes.ts'
import { InvalidRequest, messageOf } from '../../model/shared/errors.ts'
import { readValidFile, slicedJsonProblem } from '../../model/shared/read-json.ts'
import { inSlices } from '../../model/shared/slices.ts'
import { TimeSlice } from '../../store/time-slice.ts'
import type { ImportNotes } from '../import-summary.ts'
import type { Exchange } from '../../model/exchanges/exchange.ts'
import { exchangesIn, type AttachedFile } from '../../model/exchanges/har.ts'
import { recordedRecords } from './recorded-records.ts'
import type { Document, SourceFile } from './source-files.ts'
import { readPath, attachedPaths, besideOf, isHar, isZip, unzip } from './source-files.ts'

/**
 * A source of data: a path to a file or folder (in Node), the bytes of a JSON file or a zip, or the JSON
 * value itself.
 */
export type DataSource = string | Uint8Array | object

/**
 * The JSON documents of a source.
 *
 * @param name of the source in error messages: `data`
 *
 * @throws {InvalidRequest} when there is no such file, or it is neither JSON nor a zip
 */
export async function documentsOf(source: DataSource, name: string, notes: ImportNotes): Promise<Document[]> {
  if (!isFile(source)) return documentsInJson(await validJson(source, name), name)

  const { files, isPackage } = await filesOf(source, name)
  const [file] = files

  if (isPackage || !file) return documentsInFiles(files, name, isBytes(source) ? name : source, notes)

  return documentsInJson(await parseOnly(file, name), name, attachedTo(file, files))
}

/**
 * The exchanges of an archive, given like any other source; other files may contain its bodies.
 *
 * @throws {InvalidRequest} when it is none
 */
export async function exchangesOf(source: DataSource, name: string): Promise<Exchange[]> {
  if (!isFile(source)) return inSlices(exchangesIn(source, name))

  const { files } = await filesOf(source, name)
  const wanted = files.filter((file) => isHar(file) && !junk.test(file.path))
  const archives: Exchange[][] = []

  for (const file of wanted.length > 0 ? wanted : files.slice(0, 1)) {
    archives.push(await inSlices(exchangesIn(await parseOnly(file, name), name, attachedTo(file, files))))
  }

  return inTimeOrder(archives)
}

function isFile(source: DataSource): source is string | Uint8Array {
  return typeof source === 'string' || isBytes(source)
}

/** The files of a source, and whether it is a folder or zip of them. */
async function filesOf(
  source: string | Uint8Array,
  name: string,
): Promise<{ files: SourceFile[]; isPackage: boolean }> {
  const { files, isFolder } = isBytes(source)
    ? { files: [{ path: name, bytes: source }], isFolder: false }
    : await readPath(pathIn(source, name), name)
  const [file, ...others] = files

  return file && others.length === 0 && isZip(file.bytes)
    ? { files: await unzip(file.bytes, name), isPackage: true }
    : { files, isPackage: isFolder }
}

/** @throws {InvalidRequest} for a text that is the content of a file instead of its path */
function pathIn(text: string, name: string): string {
  if (!/[\r\n]|^\s*[[{]\s*["{[\]}\d]/.test(text)) return text

  throw new InvalidRequest({
    [name]: `Expected the path of a file, not its text (${JSON.stringify(shortened(text))}). Provide the parsed JSON, or the bytes. ${readForms}`,
  })
}

/** The exchanges of several archives. What one program recorded is in order, whatever the times say. */
function inTimeOrder(archives: readonly Exchange[][]): Exchange[] {
  const exchanges = archives.flat()

  return archives.length > 1 ? exchanges.sort((one, other) => one.time - other.time) : exchanges
}

function attachedTo({ path }: SourceFile, files: readonly SourceFile[]): AttachedFile {
  const byPath = new Map(files.map((file) => [file.path, file.bytes]))

  return (name) => byPath.get(besideOf(path, name))
}

/** The documents in JSON: itself, or what an HTTP Archive recorded. */
async function documentsInJson(value: unknown, name: string, attached?: AttachedFile): Promise<Document[]> {
  return isArchive(value)
    ? inSlices(recordedRecords(await inSlices(exchangesIn(value, name, attached))))
    : [{ place: '', value, isOneOfMany: false }]
}

/** Files of packages other than records, and files of operating systems. */
const junk = /(^|\/)(__MACOSX\/|\.|node_modules\/|(meta|EnvironmentProfile\.json|Thumbs\.db|desktop\.ini)$)/

async function documentsInFiles(
  files: readonly SourceFile[],
  name: string,
  path: string,
  notes: ImportNotes,
): Promise<Document[]> {
  if (files.length === 0) throw new InvalidRequest({ [name]: `${path} contains no files.` })

  const attached = new Set(files.flatMap(attachedPaths))
  const wanted = files.filter(({ path }) => !junk.test(path) && !attached.has(path))
  const slice = new TimeSlice()
  const documents: Document[] = []
  const archives: Exchange[][] = []

  for (const file of wanted) {
    if (/\.(json|har)$/i.test(file.path)) {
      try {
        const value = await parse(file)

        if (isArchive(value)) {
          archives.push(await inSlices(exchangesIn(value, name, attachedTo(file, files))))
        } else {
          // A single file, such as a data file, is read as if it were not in a folder or zip.
          documents.push({ place: file.path, value, isOneOfMany: wanted.length > 1 })
        }
      } catch (error) {
        const problem = error instanceof InvalidRequest ? '' : 'Not valid JSON: '

        notes.skipped(`${problem}${messageOf(error)}`, file.path)
      }
    } else notes.skipped('Only .json and .har files are read.', file.path)
    await slice.yieldWhenOver()
  }

  return [...documents, ...(await inSlices(recordedRecords(inTimeOrder(archives))))]
}

async function parseOnly(file: SourceFile, name: string): Promise<unknown> {
  try {
    return await parse(file)
  } catch (error) {
    const form =
      /\.(csv|tsv|xlsx?|xml|ya?ml|ndjson|jsonl)$/i.exec(file.path)?.[1] ?? (isTable(file) ? 'csv' : undefined)
    const problem = form === undefined ? `: ${messageOf(error)}.` : `, but ${form.toUpperCase()}.`

    throw new InvalidRequest({ [name]: `${file.path} is not valid JSON${problem} ${readForms}` })
  }
}

/** Whether a file without an extension begins like CSV: names with separators. */
function isTable({ bytes }: SourceFile): boolean {
  return /^\uFEFF?["\w][^[{\r\n:]*[,;\t]/.test(new TextDecoder().decode(bytes.subarray(0, 1000)))
}

/** What can be read, for a source that can't. */
export const readForms =
  'Sources are JSON (a list of records, a response of the service, a data file), HTTP Archives (.har), and folders and zips of them.'

function parse({ bytes }: SourceFile): Promise<unknown> {
  return inSlices(readValidFile(bytes))
}

async function validJson(value: object, name: string): Promise<object> {
  const problem = await inSlices(slicedJsonProblem(value))

  if (problem) throw new InvalidRequest({ [problem.path || name]: problem.message })

  return value
}

function isArchive(value: unknown): boolean {
  return isObject(value) && isObject(value.log) && Array.isArray(value.log.entries)
}
