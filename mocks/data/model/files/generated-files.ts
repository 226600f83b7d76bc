import { z } from 'zod'
import { fromBase64 } from '../shared/bytes.ts'
import type { GeneratedType } from './file.ts'
import videoData from './video.json' with { type: 'json' }

const Video = z.strictObject({ base64: z.base64() })

/**
 * A valid file of a media type.
 *
 * @param title of the page of a document
 * @param size in bytes, of a document that is at least as large, or of a sound
 */
export function fileOf(
  type: Exclude<GeneratedType, 'image/png'>,
  title: string,
  size: number,
): string | Uint8Array {
  if (type === 'application/pdf') return pdfOf(title, size)

  return type === 'audio/wav' ? wavOf(size) : fromBase64(Video.parse(videoData).base64)
}

/** A PDF of one page with a line of text, filled up to a size with a comment. */
function pdfOf(text: string, size: number): string {
  const page = `BT /F1 18 Tf 56 760 Td (${escaped(text)}) Tj ET`
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 ${font}>>>>/Contents 4 0 R>>`,
    `<</Length ${page.length}>>stream\n${page}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  let table = '0000000000 65535 f \n'

  for (const [index, object] of objects.entries()) {
    table += `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }

  const head = `${file}xref\n0 5\n${table}trailer\n<</Size 5/Root 1 0 R>>\n`
  const end = `startxref\n${file.length}\n%%EOF\n`
  const missing = size - head.length - end.length - 2

  return missing < 0 ? head + end : `${head}%${' '.repeat(missing)}\n${end}`
}

/** Up to 100 characters as ASCII: letters of Latin-1 as octal numbers, others as a question mark. */
function escaped(text: string): string {
  return Array.from(text.slice(0, 100), (letter) => {
    const code = letter.codePointAt(0) ?? 0

    if (code < 32 || code > 255) return '?'

    return /[()\\]/.test(letter) || code > 126 ? `\\${code.toString(8).padStart(3, '0')}` : letter
  }).join('')
}

/** Samples for each second, of a byte each. */
export const sampleRate = 8000
/** The size of the header of a sound, in bytes. */
export const soundHeader = 44

/** Silence, as WAV: PCM with one channel, and a byte of 8 bits for each sample. */
function wavOf(size: number): Uint8Array {
  const samples = Math.max(0, size - soundHeader)
  const bytes = new Uint8Array(soundHeader + samples).fill(128, soundHeader)
  const view = new DataView(bytes.buffer)
  const format = [16, 0x1_0001, sampleRate, sampleRate, 0x8_0001]

  bytes.set(new TextEncoder().encode(`RIFF    WAVEfmt ${' '.repeat(20)}data`))
  view.setUint32(4, soundHeader - 8 + samples, true)
  format.forEach((value, index) => view.setUint32(16 + 4 * index, value, true))
  view.setUint32(soundHeader - 4, samples, true)

  return bytes
}
