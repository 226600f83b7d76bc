/** A PDF of one page with a line of text. */
export function pdfOf(text: string): string {
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

  return `${file}xref\n0 5\n${table}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
}

/** Up to 100 characters as ASCII: letters of Latin-1 as octal numbers, others as a question mark. */
function escaped(text: string): string {
  return Array.from(text.slice(0, 100), (letter) => {
    const code = letter.codePointAt(0) ?? 0

    if (code < 32 || code > 255) return '?'

    return /[()\\]/.test(letter) || code > 126 ? `\\${code.toString(8).padStart(3, '0')}` : letter
  }).join('')
}
