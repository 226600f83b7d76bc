import { Upload } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { bundleFromFiles, bundleFromDrop, type FileBundle } from '../../lib/dropped-files.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'

interface FileDropProps {
  readonly label: string
  /** The label of the button. */
  readonly action: string
  readonly isBusy: boolean
  /** Called with the files that were dropped or chosen. */
  readonly load: (files: FileBundle) => void | Promise<void>
  /** Shown in front of the button. */
  readonly children?: ReactNode
}

/** An area to drop files, folders or a zip, with a button that opens a file chooser. */
export function FileDrop({ label, action, isBusy, load, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isDropTarget, setDropTarget] = useState(false)
  const loadFrom = (bundle: Promise<FileBundle | undefined>) => {
    bundle.then((files) => files && load(files)).catch(showFailure)
  }

  return (
    <div
      className={`flex flex-wrap items-center gap-2 rounded border border-dashed p-3 ${isDropTarget ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setDropTarget(true)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDropTarget(false)
        loadFrom(bundleFromDrop(event.dataTransfer))
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
          loadFrom(bundleFromFiles(target.files ?? []))
          target.value = ''
        }}
      />
    </div>
  )
}
