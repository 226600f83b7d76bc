import { applications } from './families/applications.ts'
import { components } from './families/components.ts'
import { differing } from './families/differing.ts'
import { graphql } from './families/graphql.ts'
import { newer } from './families/newer.ts'
import { reading } from './families/reading.ts'
import { tools } from './families/tools.ts'
import { uploading } from './families/uploading.ts'
import { writing } from './families/writing.ts'
import type { Family } from './program.ts'

/** Families of third-party programs, and what they do. docs/internals/compatibility.md is generated from this list. */
export const families: readonly Family[] = [
  ...applications,
  ...components,
  ...reading,
  ...uploading,
  ...writing,
  ...newer,
  ...tools,
  ...graphql,
  ...differing,
]
