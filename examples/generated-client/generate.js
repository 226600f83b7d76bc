// Generates clients from the contract in the package. The contract of a running sandbox is at /openapi.json.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'

const contract = new URL(import.meta.resolve('entity-sandbox/openapi.json'))

await mkdir('generated', { recursive: true })
await writeFile('generated/paths.ts', astToString(await openapiTS(contract)))
await createClient({
  input: fileURLToPath(contract),
  output: 'generated/sdk',
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
})
