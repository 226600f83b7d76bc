/** Checks the contract with Redocly and Spectral: with the built-in definitions, and with custom ones. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import type { OpenApiDocument } from '../mocks/control/contract/openapi.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { documentOf } from './contract-document.ts'
import { definitionSchemas, exceptions } from './contract-lint-exceptions.ts'

interface Problem {
  readonly rule: string
  readonly pointer: string
  readonly text: string
}

const redocly = await createConfig({ extends: ['recommended'] })
const ruleset = new spectral.Ruleset({ extends: [rulesets.oas] })

const builtIn = await documentOf({ entities: 100 })
const custom = await documentOf(kitchen)
const problems = [
  ...(await problemsIn(builtIn)),
  // The other parts of both documents are equal.
  ...(await problemsIn({ ...custom, paths: pathsBelow(custom, '/api/entities') })).filter(({ pointer }) =>
    definitionSchemas.test(pointer),
  ),
]
const usedReasons = new Set<string>()
const remaining = problems.filter(({ rule, pointer }) => {
  const exception = exceptions.find((each) => each.rules.includes(rule) && each.pointer.test(pointer))

  if (exception) usedReasons.add(exception.reason)

  return !exception
})
const unused = exceptions.filter(({ reason }) => !usedReasons.has(reason))

for (const { rule, pointer, text } of remaining) console.log(`${rule} at ${pointer}: ${text}`)
for (const { rules } of unused) console.log(`Nothing breaks ${rules.join(', ')}: remove the exception.`)
if (remaining.length + unused.length > 0) process.exitCode = 1
else console.log(`Redocly and Spectral report nothing in ${Object.keys(builtIn.paths).length} paths.`)

function pathsBelow({ paths }: OpenApiDocument, start: string): OpenApiDocument['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(start)))
}

async function problemsIn(document: OpenApiDocument): Promise<Problem[]> {
  const linter = new spectral.Spectral()

  linter.setRuleset(ruleset)

  const redoclyProblems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: redocly,
  })
  const spectralProblems = await linter.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>)

  return [
    ...redoclyProblems.map(({ ruleId, message, location }) => ({
      rule: ruleId,
      pointer: (location[0]?.pointer ?? '').replace(/^#/, ''),
      text: message,
    })),
    ...spectralProblems.map(({ code, message, path }) => ({
      rule: String(code),
      pointer: path.map((part) => `/${part}`).join(''),
      text: message,
    })),
  ]
}
