#!/usr/bin/env node
import * as module from 'node:module'
import { supervise } from '../dist/cli/supervise.js'

// A run gets a small parent; it, and every other command, then begins at the table of contents.
if (!supervise(process.argv.slice(2))) {
  // Where Node can (22.1 and newer), it keeps what it compiled of us for the next run.
  module.enableCompileCache?.()
  await import('../dist/cli.js')
}
