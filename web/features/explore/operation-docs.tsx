import type { ReactNode } from 'react'
import { JsonText } from '../../ui/editor/json-text.tsx'
import type { DocumentedOperation } from './contract.ts'

/** What the contract says of an operation: its purpose, its parameters, and the schemas of its bodies. */
export function OperationDocs({ operation }: { operation: DocumentedOperation | undefined }) {
  if (!operation) return null

  const { description, parameters, requestBody, responses } = operation
  const bodies = Object.entries({ ...(requestBody.content && { 'Request body': requestBody }), ...responses })

  return (
    <section aria-label="Operation" className="flex flex-col gap-2">
      <h2 className="font-medium">Operation</h2>
      <p className="whitespace-pre-line">
        <WithCode text={description} />
      </p>
      {parameters.map(({ name, in: place, description }) => (
        <p key={`${name} ${place}`} className="text-sm">
          <code>{name}</code> <span className="text-muted">in the {place}:</span>{' '}
          <WithCode text={description} />
        </p>
      ))}
      {bodies.map(([status, { description, content = {} }]) => (
        <details key={status} className="text-sm">
          <summary>
            <span className="font-medium">{status}</span> <WithCode text={description} />
          </summary>
          {Object.entries(content).map(([type, { schema }]) => (
            <JsonText key={type} text={JSON.stringify(schema)} />
          ))}
        </details>
      ))}
    </section>
  )
}

/** A text of the contract, in which backticks mark code. */
function WithCode({ text = '' }: { text: string | undefined }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
}
