/** What stands for `Mod` on this machine's keyboard. */
const modifier = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Keys as they are written on the keyboard: `Ctrl+K` for `Mod+k`. */
export function keyNames(keys: string): string {
  return keys.replace(
    /Mod\+(Shift\+)?(\w)/,
    (_, shift = '', key = '') => `${modifier}+${shift}${String(key).toUpperCase()}`,
  )
}
