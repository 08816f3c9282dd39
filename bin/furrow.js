#!/usr/bin/env node
import * as module from 'node:module'

// Where Node can (22.1 and newer), it keeps what it compiled of us for the next run.
module.enableCompileCache?.()
await import('../dist/cli.js')
