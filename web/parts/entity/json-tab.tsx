import type { Answer } from '../../service/client.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { JsonText } from '../../ui/json-text.tsx'

/** Exactly what a client gets. */
export function JsonTab({ answer }: { answer: Answer }) {
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="code">
        <p>
          {answer.sent.method} {answer.sent.path} → {answer.status} {answer.statusText}
        </p>
        {answer.headers.map(([name, value]) => (
          <p key={name} className="break-all">
            <span className="text-muted">{name}:</span> {value}
          </p>
        ))}
      </div>
      <div className="relative">
        <div className="absolute top-2 right-2">
          <CopyButton text={answer.text} label="JSON" />
        </div>
        <JsonText text={answer.text} />
      </div>
    </div>
  )
}
