/** Expressions in the query language of the service, as the filters of the console write them. */

/** The conditions of an expression that AND joins; the whole expression, if OR joins them. */
export function conditionsOf(expression: string): string[] {
  const conditions: string[] = []
  let start = 0
  let depth = 0
  let quote = ''

  for (const { 0: token, index } of expression.matchAll(/\\['"\\]|['"()\\]|[^\s'"()\\]+/g)) {
    if (quote) {
      // A doubled quote ends the text and begins it again.
      if (token === quote) quote = ''
    } else if (token === "'" || token === '"') quote = token
    else if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0 && /^or$/i.test(token)) return [expression.trim()]
    else if (depth === 0 && /^and$/i.test(token)) {
      conditions.push(expression.slice(start, index))
      start = index + token.length
    }
  }

  return [...conditions, expression.slice(start)].map((each) => each.trim()).filter((each) => each !== '')
}

/** The expression that requires all the conditions. */
export function allOf(conditions: readonly string[]): string {
  if (conditions.length < 2) return conditions.join('')

  return conditions.map((each) => (hasOr(each) ? `(${each})` : each)).join(' AND ')
}

/** Whether a condition has OR at its top level. */
function hasOr(condition: string): boolean {
  return conditionsOf(`${condition} AND x`).length === 1
}

/** A text as a literal. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

export function ofDefinition(name: string): string {
  return `Definition.Name==${quoted(name)}`
}

/** The condition of words as typed in a search: whole words and their beginnings, or the id of an entity. */
export function ofWords(typed: string): string {
  const words = `FullText==${quoted(typed)}`

  return /^\d{1,15}$/.test(typed) ? `(${words} OR Id==${typed})` : words
}

const definitionPattern = /^Definition\.Name\s*==\s*'((?:[^'\\]|''|\\['"\\])*)'$/i
const wordsPattern = /^FullText\s*==\s*'((?:[^'\\]|''|\\['"\\])*)'$/i
const numberPattern = /^\(FullText=='(\d+)' OR Id==\d+\)$/

/** Takes apart what `allOf()` has put together: the name of the definition, the words, and the other conditions. */
export function splitExpression(expression: string) {
  const conditions = conditionsOf(expression)
  const first = (...patterns: readonly RegExp[]) => {
    for (const condition of conditions) {
      const [, text] = patterns.map((each) => each.exec(condition)).find((match) => match) ?? []

      if (text !== undefined) return { condition, text: text.replaceAll(/['\\](.)/g, '$1') }
    }

    return undefined
  }
  const definition = first(definitionPattern)
  const words = first(wordsPattern, numberPattern)

  return {
    definition: definition?.text,
    words: words?.text ?? '',
    others: conditions.filter((each) => each !== definition?.condition && each !== words?.condition),
  }
}
