import { Download } from 'lucide-react'
import { saveFile } from '../../lib/save-file.ts'
import { successful } from '../../service/client.ts'
import { toastFailure } from '../../ui/toasts.tsx'
import { Card } from '../../ui/card.tsx'
import { FileDrop } from './file-drop.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { Button } from '../../ui/button.tsx'

/** Everything in the sandbox as one file, out and in. */
export function DataFileCard({ sandbox }: { sandbox: string }) {
  const control = useControl()

  const take = (file: File) => {
    file.text().then(
      (text) =>
        control.mutate({
          method: 'POST',
          path: '/__sandbox/import',
          text,
          done: `Imported ${file.name}.`,
          hasUndo: true,
        }),
      toastFailure,
    )
  }
  const save = () => {
    successful({ method: 'GET', path: '/__sandbox/export' }).then(
      ({ text }) => saveFile(`${sandbox}.json`, text),
      toastFailure,
    )
  }

  return (
    <Card
      title="Data file"
      hint="Everything in this sandbox in one JSON file, which can be written by hand as well."
    >
      <FileDrop label="Data file to import" action="Import…" isBusy={control.isPending} take={take}>
        <Button Icon={Download} onClick={save}>
          Export
        </Button>
      </FileDrop>
    </Card>
  )
}
