import { Download } from 'lucide-react'
import type { FileBundle } from '../../lib/dropped-files.ts'
import { saveFile } from '../../lib/dropped-files.ts'
import { client, sendOrThrow, type ResponseOf } from '../../service/client.ts'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { Card } from '../../ui/layout/page.tsx'
import { FileDrop } from './file-drop.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Exports and imports all data of the sandbox as one file. */
export function DataFileCard({ sandbox }: { sandbox: string }) {
  const { run, isPending, data } = useControl<ResponseOf<'POST', '/__sandbox/import'>>()
  const load = ({ name, content: body }: FileBundle) =>
    run(() => client.POST('/__sandbox/import', { body }), `Imported ${name}.`, 'undo')
  const save = () => {
    sendOrThrow({ method: 'GET', path: '/__sandbox/export' }).then(
      ({ text }) => saveFile(`${sandbox}.json`, text),
      showFailure,
    )
  }

  return (
    <Card
      title="Data file"
      hint="Everything in this sandbox as one JSON file, which you can also write by hand. You can also import responses and packages from the real service."
    >
      <FileDrop label="Data file to import" action="Import…" isBusy={isPending} load={load}>
        <Button Icon={Download} onClick={save}>
          Export
        </Button>
      </FileDrop>
      {data && (
        <ul aria-label="Import summary" className="mt-3 text-sm text-muted">
          {data.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
