import type { Answer } from '../../service/client.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { HeaderLines } from '../request-marks.tsx'
import { JsonText } from '../../ui/json-text.tsx'

/** Exactly what a client gets. */
export function JsonTab({ answer }: { answer: Answer }) {
  return (
    <div className="flex flex-col gap-3 p-3">
      <HeaderLines
        first={`${answer.sent.method} ${answer.sent.path} → ${answer.status} ${answer.statusText}`}
        headers={answer.headers}
      />
      <div className="relative">
        <div className="absolute top-2 right-2">
          <CopyButton text={answer.text} label="JSON" />
        </div>
        <JsonText text={answer.text} />
      </div>
    </div>
  )
}
