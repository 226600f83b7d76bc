#!/usr/bin/env node
import { command } from './commands/command.ts'
import { outliveReaders } from './command-line/outlive-readers.ts'

outliveReaders([process.stdout, process.stderr])
process.exitCode = await command(process.argv.slice(2))
