import type { MatchedFaults } from '../../sandbox/faults/fault-set.ts'
import type { ServiceRequest } from './service-request.ts'

/** As a fault, with what of the header was applied. */
export interface PreferredFault extends MatchedFaults {
  readonly applied: string
}

/** Maximum delay that a request may ask for, in milliseconds. */
const maxDelay = 600_000

/**
 * What a request asks of its response with the header `Prefer` (RFC 7240), as a fault would do it: `code=503`, an error
 * or redirection, and `delay=2000`, milliseconds. Other preferences, and values beyond these, are ignored.
 */
export function preferredFault(request: ServiceRequest): PreferredFault | undefined {
  const given = request.header('prefer')

  if (given === undefined) return undefined

  const code = numberIn(given, /(?:^|[,;])\s*code\s*=\s*"?([3-5]\d\d)"?\s*(?=$|[,;])/i)
  const delay = Math.min(
    maxDelay,
    numberIn(given, /(?:^|[,;])\s*delay\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])/i) ?? 0,
  )

  if (code === undefined && delay === 0) return undefined

  const applied = [code && `code=${code}`, delay && `delay=${delay}`].filter(Boolean).join(', ')
  const id = `Prefer: ${applied}`

  return {
    applied,
    faults: [id],
    delay,
    replyEffect: code === undefined ? undefined : { kind: 'response', status: code },
    decidingFault: code === undefined ? undefined : id,
  }
}

function numberIn(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1]

  return found === undefined ? undefined : Number(found)
}

/** The faults that apply to a request, and before them what it asks for. */
export function withPreferred(
  matched: MatchedFaults | undefined,
  preferred: MatchedFaults | undefined,
): MatchedFaults | undefined {
  if (!matched || !preferred) return preferred ?? matched

  const { replyEffect, decidingFault } = preferred.replyEffect ? preferred : matched

  return {
    faults: [...preferred.faults, ...matched.faults],
    delay: preferred.delay + matched.delay,
    replyEffect,
    decidingFault,
  }
}
