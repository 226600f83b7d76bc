import { Upload } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { bundleFromFiles, bundleFromDrop, type FileBundle } from '../../lib/dropped-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/toasts.tsx'

interface FileDropProps {
  readonly label: string
  /** Verb of the button. */
  readonly action: string
  readonly isBusy: boolean
  readonly take: (dropped: FileBundle) => void
  /** Shown in front of the button. */
  readonly children?: ReactNode
}

/** A place to drop files, folders or a zip, with a button that opens a file chooser. */
export function FileDrop({ label, action, isBusy, take, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const takeFrom = (dropped: Promise<FileBundle | undefined>) => {
    dropped.then((data) => data && take(data), toastFailure)
  }

  return (
    <div
      className={`flex flex-wrap items-center gap-2 rounded border border-dashed p-3 ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        takeFrom(bundleFromDrop(event.dataTransfer))
      }}
    >
      {children}
      <Button Icon={Upload} disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? 'Working…' : action}
      </Button>
      <span className="text-sm text-muted">or drop files, a folder or a zip here</span>
      <input
        ref={input}
        type="file"
        accept="application/json,.json,application/zip,.zip"
        multiple
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          takeFrom(bundleFromFiles(target.files ?? []))
          target.value = ''
        }}
      />
    </div>
  )
}
