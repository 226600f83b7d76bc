import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce, showFailure } from '../feedback/toasts.tsx'
import { Button } from './button.tsx'

/** A button that copies a text, and confirms it for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1500)

    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <Button
      className="size-6! shrink-0 align-middle"
      tone="quiet"
      isIcon
      aria-label={`Copy ${label}`}
      title={isCopied ? 'Copied' : `Copy ${label}`}
      onClick={() => {
        copyText(text).then(() => {
          setCopied(true)
          announce(`Copied ${label}.`)
        }, showFailure)
      }}
    >
      {isCopied ? <Check size={12} className="text-green" /> : <Copy size={12} />}
    </Button>
  )
}

/** Copies a text to the clipboard, also on insecure origins, where browsers offer no clipboard API. */
export async function copyText(text: string): Promise<void> {
  if (!isSecureContext) copySelected(text)
  else {
    await navigator.clipboard.writeText(text).catch((cause: unknown) => {
      throw new Error(blocked, { cause })
    })
  }
}

const blocked = 'The browser blocked copying. Select the text and copy it manually.'

function copySelected(text: string): void {
  // Nothing outside an open dialog can be focused.
  const container = document.querySelector('[role="dialog"]') ?? document.body
  const field = container.appendChild(Object.assign(document.createElement('textarea'), { value: text }))
  const focused = document.activeElement

  field.select()
  const isCopied = document.execCommand('copy')

  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!isCopied) throw new Error(blocked)
}
