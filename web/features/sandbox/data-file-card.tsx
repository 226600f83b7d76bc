import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { type FileBundle, bundleFromFiles, bundleFromDrop } from '../../lib/dropped-files.ts'
import { saveResponse } from '../../parts/response.tsx'
import { client } from '../../service/service-client.ts'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { CardPart } from '../../ui/layout/page.tsx'
import { control } from '../../parts/sandbox/control.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useRef, useState, type ReactNode } from 'react'

/** Exports and imports all data of the sandbox as one file. */
export function DataFileCard({ sandbox }: { sandbox: string }) {
  const { mutateAsync: load, data: imported } = useMutation({
    mutationFn: ({ name, content: body }: FileBundle) =>
      control(() => client.POST('/__sandbox/import', { body }), `Imported ${name}.`, 'undo'),
  })

  return (
    <CardPart
      title="Data file"
      hint="Everything in this sandbox as one JSON file, which you can also write by hand. You can also import responses and packages from the real service."
    >
      <FileDrop label="Data file to import" action="Import…" load={load}>
        <Button Icon={Download} onClick={() => saveResponse('/__sandbox/export', `${sandbox}.json`)}>
          Export
        </Button>
      </FileDrop>
      {imported && (
        <ul aria-label="Import summary" className="mt-3 text-sm text-muted">
          {imported.data.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </CardPart>
  )
}

interface FileDropProps {
  readonly label: string
  /** The label of the button. */
  readonly action: string
  /** Called with the files that were dropped or chosen. */
  readonly load: (files: FileBundle) => Promise<unknown>
  /** Shown in front of the button. */
  readonly children?: ReactNode
}

/** An area to drop files, folders or a zip, with a button that opens a file chooser. */
export function FileDrop({ label, action, load, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isDropTarget, setDropTarget] = useState(false)
  const { mutate: loadFrom, isPending } = useMutation({
    mutationFn: async (bundle: Promise<FileBundle | undefined>) => {
      const files = await bundle

      return files && load(files)
    },
    onError: showFailure,
  })

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
      <Button Icon={Upload} disabled={isPending} onClick={() => input.current?.click()}>
        {isPending ? 'Working…' : action}
      </Button>
      <span className="text-sm text-muted">or drop files, a folder or a zip here</span>
      <input
        ref={input}
        type="file"
        accept="application/json,.json,.har,application/zip,.zip"
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
