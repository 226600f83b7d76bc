#!/usr/bin/env node
import { command } from './commands/command.ts'

process.exitCode = await command(process.argv.slice(2))
