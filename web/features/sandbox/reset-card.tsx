import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useReset } from '../../parts/sandbox/use-reset.tsx'
import { Form, TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/layout/page.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** Resets the sandbox to its baseline, or to data generated from another seed. */
export function ResetCard({ seed }: { seed: number }) {
  const [text, setText] = useState(String(seed))
  const { reset, isPending } = useReset()
  const isSeed = /^-?\d{1,15}$/.test(text)

  return (
    <Card
      title="Seed and reset"
      hint="The sandbox’s own seed restores its initial data; another one generates other data."
    >
      <Form className="flex flex-wrap items-end gap-2" submit={() => isSeed && void reset(Number(text))}>
        <TextField
          label="Seed"
          className="w-32 font-mono"
          inputMode="numeric"
          aria-invalid={!isSeed}
          value={text}
          change={(text) => setText(text.trim())}
        />
        <Button Icon={RotateCcw} type="submit" tone="danger" disabled={!isSeed || isPending}>
          {isPending ? 'Working…' : 'Reset to seed'}
        </Button>
      </Form>
    </Card>
  )
}
