// A process that appends chunks to a journal until it is killed, and tells each when it is durable.

import { writeSync } from 'node:fs'
import { sampleColumns } from './columns.fixture.ts'
import { openJournal } from './journal-sqlite.ts'

const [file, digest] = process.argv.slice(2)
const journal = openJournal(file, { digest, canonical: '{}', rollouts: 1e9 })
for (let from = 0; ; from += 500) {
  journal.append(sampleColumns(from, 500))
  writeSync(1, `${from + 500}\n`)
}
