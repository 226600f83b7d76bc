/** `tsx .ci/release-notes.ts v0.2.0`: prints the changelog's notes on the version that is tagged. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { notesOf } from './changelog.ts'
import { root } from './command.ts'
import { version } from './package-entries.ts'

const tag = process.argv[2] ?? ''
if (tag !== `v${version}`)
  throw new Error(`The tag is "${tag}", but package.json has the version ${version}.`)

console.log(notesOf(readFileSync(resolve(root, 'CHANGELOG.md'), 'utf8'), version))
