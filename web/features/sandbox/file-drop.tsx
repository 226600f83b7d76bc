import { Upload } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface FileDropProps {
  /** What the file is for, for people who do not see the page. */
  readonly label: string
  /** Verb of the button. */
  readonly action: string
  readonly isBusy: boolean
  readonly take: (file: File) => void
  /** What stands in front of the button. */
  readonly children?: ReactNode
}

/** A place to drop a JSON file, with a button for those who would rather choose one. */
export function FileDrop({ label, action, isBusy, take, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  return (
    <div
      className={`flex flex-wrap items-center gap-2 rounded border border-dashed p-3 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files

        event.preventDefault()
        setOver(false)
        if (file) take(file)
      }}
    >
      {children}
      <Button Icon={Upload} disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? 'Working…' : action}
      </Button>
      <span className="text-sm text-muted">or drop a file here</span>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]

          target.value = ''
          if (file) take(file)
        }}
      />
    </div>
  )
}
