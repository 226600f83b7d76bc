#!/usr/bin/env node
import module from 'node:module'
import { outliveReaders } from './command-line/outlive-readers.ts'

// From Node 22.8 on, compiled code is cached from start to start; types are those of Node 20.
const { enableCompileCache } = module as { enableCompileCache?: () => unknown }

outliveReaders([process.stdout, process.stderr])
enableCompileCache?.()

const { command } = await import('./commands/command.ts')

process.exitCode = await command(process.argv.slice(2))
