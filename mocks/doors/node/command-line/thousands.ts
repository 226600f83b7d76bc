/** An integer with commas between thousands: `1,053`. `toLocaleString()` would delay the start by 20 ms. */
export function thousands(integer: number): string {
  const digits = String(integer)
  const first = digits.length % 3 || 3
  const groups = digits.slice(first).match(/\d{3}/g) ?? []

  return [digits.slice(0, first), ...groups].join(',')
}
