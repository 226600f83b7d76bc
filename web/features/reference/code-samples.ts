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

/** The contract with a sample for Playwright at each operation, beside those that the reference generates. */
export function withSamples(contract: Contract, headers: Readonly<Record<string, string>>): object {
  const base = contract.servers[0]?.url ?? ''
  const paths = Object.entries(contract.paths).map(([path, item]) => {
    // HEAD is GET without the body.
    const shown = Object.entries(item).filter(([method]) => method !== 'head')
    const operations = shown.map(([method, operation]) => {
      const filled = path.replace(/\{(\w+)\}/g, (hole, wanted) =>
        String(operation.parameters?.find(({ name }) => name === wanted)?.example ?? hole),
      )
      const url = `${base}${filled}`
      const source = sampleOf(operation, { method: method.toUpperCase(), url, headers })

      return [method, { ...operation, 'x-codeSamples': [{ lang: 'js', label: 'Playwright', source }] }]
    })

    return [path, Object.fromEntries(operations)]
  })

  return { ...contract, paths: Object.fromEntries(paths) as object } // of entries
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
