#!/usr/bin/env node
import module from 'node:module'
import { ignoreClosedPipes } from './command-line/ignore-closed-pipes.ts'

// Node 22.8 and later can cache compiled code between starts; the types are those of Node 20.
const { enableCompileCache } = module as { enableCompileCache?: () => unknown }

ignoreClosedPipes([process.stdout, process.stderr])
enableCompileCache?.()

const { command } = await import('./commands/command.ts')

process.exitCode = await command(process.argv.slice(2))
