/** Downloads a JSON text as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })

  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
