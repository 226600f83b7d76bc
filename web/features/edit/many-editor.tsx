import { Plus, X } from 'lucide-react'
import { ValueEditor, type EditorProps } from './value-editor.tsx'
import { Button, IconButton } from '../../ui/button.tsx'

/** A property of several values: one editor each. */
export function ManyEditor(props: EditorProps) {
  const { label, value, change } = props
  const values = Array.isArray(value) ? value : []
  const replace = (index: number, next: typeof value) =>
    change(values.map((each, at) => (at === index ? next : each)))

  return (
    <div className="flex flex-col gap-1">
      {values.map((each, index) => (
        <div key={index} className="flex gap-1">
          <div className="min-w-0 flex-1">
            <ValueEditor
              {...props}
              label={`${label} ${index + 1}`}
              value={each}
              change={(next) => replace(index, next)}
              isRequired
            />
          </div>
          <IconButton
            Icon={X}
            label={`Remove ${label} ${index + 1}`}
            run={() => change(values.length === 1 ? null : values.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        Icon={Plus}
        className="self-start"
        onClick={() => change([...values, ''])}
        aria-label={`Add a value to ${label}`}
      >
        Add a value
      </Button>
    </div>
  )
}
