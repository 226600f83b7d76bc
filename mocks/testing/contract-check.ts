import { buildSandbox } from '../local/build-sandbox.ts'
import { ContractCheck } from '../service/control/contract/contract-check.ts'
import { createService } from '../local/create-service.ts'

let shared: Promise<ContractCheck> | undefined

/** A check against the current contract. */
export function contractCheck(): Promise<ContractCheck> {
  shared ??= buildSandbox({ entities: 1 }).then((sandbox) => new ContractCheck(createService(sandbox)))

  return shared
}
