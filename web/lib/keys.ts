type Modifiers = Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>>

/** Whether Alt, Ctrl or Command is held: such keys belong to the browser, as Alt+Left, which goes back. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey
}
