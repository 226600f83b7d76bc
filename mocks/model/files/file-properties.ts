import { z } from 'zod'
import mediaTypeData from './media-types.json' with { type: 'json' }
import type { JsonObject } from '../shared/json.ts'

/** What the properties of an asset say about its file. */
export interface FileFacts {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Pixels. */
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
}

/** Media types by file extension. */
const types = new Map(Object.entries(z.record(z.string(), z.string()).parse(mediaTypeData)))

const groups: Readonly<Record<string, string>> = { image: 'Images', video: 'Videos', audio: 'Audio' }

/** The group of files that are no pictures, videos or sounds. */
export const documentGroup = 'Documents'

export function contentTypeOf(name: string): string {
  return types.get(extensionOf(name)) ?? 'application/octet-stream'
}

export function megabytes(bytes: number): number {
  return Math.round((bytes / 1_048_576) * 100) / 100
}

/**
 * The value of an asset's `FileProperties`, as in the real service: sizes in pixels and bytes are text, `filesize` is in
 * megabytes.
 */
export function filePropertiesOf(
  { name, size, width, height }: FileFacts,
  more: JsonObject = {},
): { properties: JsonObject } {
  const type = contentTypeOf(name)

  return {
    properties: {
      content_type: type.replace(/;[^]*/, ''),
      extension: extensionOf(name),
      filename: name,
      group: groups[type.slice(0, type.indexOf('/'))] ?? documentGroup,
      ...(width && height ? { width: String(width), height: String(height), resolution: '72' } : {}),
      filesize: megabytes(size),
      filesizebytes: String(size),
      ...more,
    },
  }
}

export function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}
