import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'

/** Copies a text; says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1500)

    return () => clearTimeout(timer)
  }, [isCopied])

  return (
    <button
      type="button"
      className="button size-5! shrink-0 align-middle"
      data-tone="quiet"
      data-icon
      aria-label={`Copy ${label}`}
      title={isCopied ? 'Copied' : `Copy ${label}`}
      onClick={() => {
        void copyText(text, label).then(() => setCopied(true))
      }}
    >
      {isCopied ? <Check size={12} className="text-green" /> : <Copy size={12} />}
    </button>
  )
}

export async function copyText(text: string, label: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  announce(`Copied ${label}.`)
}
