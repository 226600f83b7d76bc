/**
 * Holds the contract against the rules of Redocly and Spectral: that of the built-in content, and that of definitions of
 * one's own.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import type { OpenApiDocument } from '../mocks/control/contract/openapi.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { documentOf } from './contract-document.ts'
import { exceptions, ofDefinitions } from './contract-lint-exceptions.ts'

interface Problem {
  readonly rule: string
  readonly at: string
  readonly text: string
}

const redocly = await createConfig({ extends: ['recommended'] })
const ruleset = new spectral.Ruleset({ extends: [rulesets.oas] })

const builtIn = await documentOf({ entities: 100 })
const own = await documentOf(kitchen)
const problems = [
  ...(await problemsIn(builtIn)),
  // All else is the same.
  ...(await problemsIn({ ...own, paths: pathsBelow(own, '/api/entities') })).filter(({ at }) =>
    ofDefinitions.test(at),
  ),
]
const seen = new Set<string>()
const left = problems.filter(({ rule, at, text }) => {
  const exception = exceptions.find((each) => each.rules.includes(rule) && each.at.test(at))

  if (exception) seen.add(exception.because)

  return !exception && text !== ''
})
const idle = exceptions.filter(({ because }) => !seen.has(because))

for (const { rule, at, text } of left) console.log(`${rule} at ${at}: ${text}`)
for (const { rules } of idle) console.log(`Nothing breaks ${rules.join(', ')}: the exception can go.`)
if (left.length + idle.length > 0) process.exitCode = 1
else console.log(`Redocly and Spectral find nothing in ${Object.keys(builtIn.paths).length} paths.`)

function pathsBelow({ paths }: OpenApiDocument, start: string): OpenApiDocument['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(start)))
}

async function problemsIn(document: OpenApiDocument): Promise<Problem[]> {
  const linter = new spectral.Spectral()

  linter.setRuleset(ruleset)

  const ofRedocly = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: redocly,
  })
  const ofSpectral = await linter.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)

  return [
    ...ofRedocly.map(({ ruleId, message, location }) => ({
      rule: ruleId,
      at: (location[0]?.pointer ?? '').replace(/^#/, ''),
      text: message,
    })),
    ...ofSpectral.map(({ code, message, path }) => ({
      rule: String(code),
      at: path.map((part) => `/${part}`).join(''),
      text: message,
    })),
  ]
}
