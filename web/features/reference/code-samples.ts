import { copyAs } from '../../lib/copy-as.ts'

/** The members of the contract that the samples need. */
export interface Contract {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name?: string; readonly example?: string | number }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown }>>
  }
}

/** The contract with a Playwright sample for each operation; the reference generates the other samples. */
export function withSamples(contract: Contract, headers: Readonly<Record<string, string>>): object {
  const base = contract.servers[0]?.url ?? ''
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    // HEAD is GET without the response body.
    const visible = Object.entries(item).filter(([method]) => method !== 'head')
    const operations = visible.map(([method, operation]) => {
      const examplePath = path.replace(/\{(\w+)\}/g, (placeholder, parameter) =>
        String(operation.parameters?.find(({ name }) => name === parameter)?.example ?? placeholder),
      )
      const url = `${base}${examplePath}`
      const source = sampleOf(operation, { method: method.toUpperCase(), url, headers })
      const samples = [{ lang: 'js', label: 'Playwright', source }]

      return [method, { ...operation, 'x-codeSamples': samples }] as const
    })

    return [path, Object.fromEntries(operations)] as const
  })

  return { ...contract, paths: Object.fromEntries(paths) }
}

function sampleOf(
  { requestBody }: Operation,
  request: { method: string; url: string; headers: Readonly<Record<string, string>> },
): string {
  const body = requestBody?.content['application/json']

  return copyAs('Playwright', {
    ...request,
    ...(body ? { body: JSON.stringify(body.example ?? {}) } : {}),
  })
}
