/** The mark of msw's `bypass()` in `Accept`. Marked requests skip handlers, so that a handler can call the service. */
const mark = /(?:, *)?msw\/passthrough/

export function isBypassed(accept: string | null | undefined): boolean {
  return mark.test(accept ?? '')
}

export function removeMark(headers: Headers): void {
  const accept = headers.get('accept')

  if (accept === null || !isBypassed(accept)) return

  const rest = accept.replace(mark, '')

  if (rest === '') headers.delete('accept')
  else headers.set('accept', rest)
}
