import { applications } from './families/applications.ts'
import { components } from './families/components.ts'
import { reading } from './families/reading.ts'
import { tools } from './families/tools.ts'
import { uploading } from './families/uploading.ts'
import { writing } from './families/writing.ts'
import type { Family } from './program.ts'

/** Families of programs that others have written, and what they do; docs/compatibility.md is made from it. */
export const families: readonly Family[] = [
  ...applications,
  ...components,
  ...reading,
  ...uploading,
  ...writing,
  ...tools,
]
