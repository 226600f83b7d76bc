import { z } from 'zod'
import { fullTextProblem } from '../../model/query/text/full-text.ts'

/** The text of a full-text search, of limited length. */
export const searchedText = z.string().superRefine((text, context) => {
  const problem = fullTextProblem(text)

  if (problem) context.addIssue(`Expected ${problem}.`)
})
