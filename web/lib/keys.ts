type Modifiers = Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>>

/** Whether Alt, Ctrl or Command is pressed. Most such shortcuts are the browser's: Alt+Left goes back. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey
}
