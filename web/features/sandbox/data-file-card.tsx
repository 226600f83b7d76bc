import { useQueryClient } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { ask, successful } from '../../service/client.ts'
import { toast, toastFailure } from '../../ui/toasts.tsx'
import { Card } from './card.tsx'

/** Everything in the sandbox as one file, out and in. */
export function DataFileCard() {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)

  const work = (doing: Promise<string>) => {
    setBusy(true)
    doing
      .then((done) => {
        toast(done)

        return queries.invalidateQueries()
      }, toastFailure)
      .finally(() => setBusy(false))
  }
  const take = (file: File | undefined) => {
    if (!file) return
    work(
      file
        .text()
        .then((text) => ask<unknown>({ method: 'POST', path: '/__sandbox/import', text }))
        .then(() => `Imported ${file.name}.`),
    )
  }

  return (
    <Card
      title="Data file"
      hint="Everything in this sandbox in one JSON file, which can be written by hand as well."
    >
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
          take(event.dataTransfer.files[0])
        }}
      >
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() =>
            work(
              successful({ method: 'GET', path: '/__sandbox/export' }).then(({ text }) => {
                saveFile('sandbox.json', text)

                return 'Exported the sandbox.'
              }),
            )
          }
        >
          <Download size={14} aria-hidden />
          Export
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => input.current?.click()}>
          <Upload size={14} aria-hidden />
          {isBusy ? 'Working…' : 'Import…'}
        </button>
        <span className="text-sm text-muted">or drop a file here</span>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="Data file to import"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </Card>
  )
}
