import { anchorOf } from './anchor.ts'
import { type Citation, isTest } from './citations.ts'

/** A numbered rule of docs/interface.md. */
interface Rule {
  readonly id: string
  /** Whether the interface leaves it open, so that nothing has to implement it. */
  readonly isOpen: boolean
}

const anchor = /^<a id="([\d.]+)"><\/a>\*\*([\d.]+)\*\*( \*left open\*)?/
const decisions = 'docs/internals/interface-decisions.md'

export function rulesIn(document: string): Rule[] {
  return document.split('\n').flatMap((line) => {
    const [, id, shown, open] = anchor.exec(line) ?? []
    if (id !== shown) throw new Error(`docs/interface.md: rule ${shown} has the anchor of ${id}.`)

    return id === undefined ? [] : [{ id, isOpen: open !== undefined }]
  })
}

/** The ids that can be cited: of rules, and of the sections that contain them. */
export function citable(rules: readonly Rule[]): Set<string> {
  const ids = rules.map(({ id }) => id)
  const sections = ids.map((id) => id.slice(0, id.lastIndexOf('.'))).filter((id) => id.includes('.'))

  return new Set([...ids, ...sections])
}

/** The citations of a rule in the service. The console follows rules too, but implements none. */
export function implementationsOf(id: string, citations: readonly Citation[]): Citation[] {
  return citations.filter((each) => each.id === id && /^mocks\/.*\.ts$/.test(each.file) && !isTest(each.file))
}

/** The tests of a rule: those that cite it in their titles. */
export function testsOf(id: string, citations: readonly Citation[]): Citation[] {
  return citations.filter((each) => each.id === id && isTest(each.file) && each.name !== undefined)
}

/** The decisions about a rule that the interface leaves open. */
export function decisionsOn(id: string, citations: readonly Citation[]): Citation[] {
  return citations.filter((each) => each.id === id && each.file === decisions)
}

/** The decisions to accept what differs from a rule. */
export function differencesFrom(id: string, citations: readonly Citation[]): Citation[] {
  return decisionsOn(id, citations).filter(({ differs }) => differs)
}

/** docs/internals/interface-coverage.md: the decisions, implementations and tests of each rule. */
export function coverageOf(document: string, citations: readonly Citation[]): string {
  const sections = document.split(/^(?=## )/m).slice(1)

  return [introduction, ...sections.map((section) => coverageOfSection(section, citations))]
    .join('\n\n')
    .concat('\n')
}

const introduction = `# Where each rule is implemented and tested

Collected from what cites the rules of [the interface](../interface.md) (\`npm run generate\`).`

function coverageOfSection(section: string, citations: readonly Citation[]): string {
  const [title = ''] = section.split('\n')

  return [title, ...rulesIn(section).map((rule) => coverageOfRule(rule, citations))].join('\n\n').trimEnd()
}

function coverageOfRule({ id, isOpen }: Rule, citations: readonly Citation[]): string {
  const lines = [
    ...(isOpen
      ? [['Settled in', listOf(decisionsOn(id, citations), ({ name = '' }) => headingLink(name))]]
      : []),
    [
      'Differences are accepted in',
      listOf(differencesFrom(id, citations), ({ name = '' }) => headingLink(name)),
    ],
    [
      'Implemented by',
      listOf(implementationsOf(id, citations), ({ file }) => `[${file.split('/').at(-1)}](../../${file})`),
    ],
    [
      'Tested by',
      listOf(testsOf(id, citations), ({ name = '', file }) => `[${escaped(name)}](../../${file})`),
    ],
  ].flatMap(([label, list]) => (list === '' ? [] : [`- ${label} ${list}`]))

  return [`[${id}](../interface.md#${id})`, '', ...lines].join('\n').trimEnd()
}

function listOf(citations: readonly Citation[], show: (citation: Citation) => string): string {
  return [...new Set(citations.map(show))].join(', ')
}

function headingLink(heading: string): string {
  return `[${heading}](interface-decisions.md#${anchorOf(heading)})`
}

function escaped(title: string): string {
  return title.replace(/[\\[\]<>*_]/g, String.raw`\$&`)
}
