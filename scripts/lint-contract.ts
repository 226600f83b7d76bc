/** Checks the contract with Redocly and Spectral: with the built-in definitions, and with custom ones. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import type { OpenApiDocument } from '../mocks/service/control/contract/openapi.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { documentOf } from './contract-document.ts'

// Responses contain entities of any definition; applications use the schemas of one by name. The interface has
// /api/entities/identifier/{identifier} beside /api/entities/{id}/copy: an id is a number. And a server on the machine of
// its user has no contact.
// As text, since to compare an object with the type of a configuration would take a tenth of the type check.
const redocly = await createConfig(
  JSON.stringify({
    extends: ['recommended'],
    rules: { 'no-unused-components': 'off', 'no-ambiguous-paths': 'off', 'info-contact': 'off' },
  }),
)
const linter = new spectral.Spectral()

linter.setRuleset(
  new spectral.Ruleset({
    extends: [rulesets.oas],
    rules: { 'oas3-unused-component': 'off', 'info-contact': 'off' },
  }),
)

const builtIn = await documentOf({ entities: 100 })
const custom = await documentOf(kitchen)

// The other paths of both are equal.
for (const document of [builtIn, { ...custom, paths: pathsBelow('/api/entities', custom) }]) {
  const source = JSON.stringify(document)
  const byRedocly = await lintFromString({ source, absoluteRef: 'openapi.json', config: redocly })
  const bySpectral = await linter.run(source)
  const problems = [
    ...byRedocly.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
    ...bySpectral.map(({ code, message, path }) => `${code} at ${path.join('/')}: ${message}`),
  ]

  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`Redocly and Spectral report nothing in ${Object.keys(document.paths).length} paths.`)
}

function pathsBelow(start: string, { paths }: OpenApiDocument): OpenApiDocument['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => path.startsWith(start)))
}
