import { describe } from 'vitest'
import { journalCases } from './journal.cases.ts'
import { createMemoryJournal } from './journal.ts'

describe('the journal in memory', () => journalCases(createMemoryJournal))
