import { z } from 'zod'
import { fullTextProblem } from '../../model/query/text/full-text.ts'

/** What full-text search is asked for; its length is limited. */
export const searchedText = z.string().superRefine((text, context) => {
  const problem = fullTextProblem(text)

  if (problem) context.addIssue(`Expected ${problem}.`)
})
