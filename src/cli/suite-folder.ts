// The folder of a suite: suite.json, and beside it an ordinary result folder for each member.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explainStorage } from '../farm/journal-faults.ts'
import { folderName, type Plan } from '../farm/plan.ts'
import { suiteDigest } from '../farm/suite.ts'
import { UserError } from '../farm/user-error.ts'
import { writeWhole } from './write-file.ts'

/** Raised when older programs would read the file wrongly. */
const FORMAT = 1

export interface SuiteMemberRecord {
  readonly name: string
  /** Within the suite's folder. */
  readonly folder: string
  readonly digest: string
}

/** What suite.json says; all else is in the members' own folders. */
export interface SuiteRecord {
  readonly name: string
  readonly digest: string
  /** Undefined until every member is finished. */
  readonly root: string | undefined
  readonly members: readonly SuiteMemberRecord[]
}

const fileIn = (folder: string) => join(folder, 'suite.json')

export function suiteRecord(name: string, plans: readonly Plan[]): SuiteRecord {
  const members = plans.map((plan) => {
    return { name: plan.name, folder: folderName(plan), digest: plan.digest }
  })
  return { name, digest: suiteDigest(plans.map(({ digest }) => digest)), root: undefined, members }
}

/** Writes suite.json; after a crash at any instant the old one or the new one stands. */
export function writeSuite(folder: string, { name, digest, root, members }: SuiteRecord): void {
  const lines = members.map((member) => `    ${JSON.stringify(member)}`)
  const head = { 'furrow-suite': FORMAT, name, digest, root: root ?? null }
  const entries = Object.entries(head).map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`)
  const text = `{\n${entries.join(',\n')},\n  "members": [\n${lines.join(',\n')}\n  ]\n}\n`
  try {
    writeWhole(fileIn(folder), text)
  } catch (error) {
    throw explainStorage(error, fileIn(folder))
  }
}

/**
 * What a folder says of its suite; undefined where it holds none.
 *
 * @throws UserError when the file is damaged or of another version
 */
export function readSuite(folder: string): SuiteRecord | undefined {
  const path = fileIn(folder)
  let raw: Record<string, unknown>
  try {
    raw = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code !== undefined) throw explainStorage(error, path)
    throw new UserError(`${path}: is damaged; run the suite again, it is written anew`, 2, error)
  }
  const { 'furrow-suite': format, name, digest, root, members } = raw
  if (format !== FORMAT)
    throw new UserError(
      `${path}: has format ${format}, this furrow reads ${FORMAT}; use the other version`,
    )
  return { name, digest, root: root ?? undefined, members } as SuiteRecord
}

/**
 * Looks whether a run of this suite may go into a folder.
 *
 * @throws UserError when it holds anything else; of another suite it names the first difference
 */
export function checkSuiteFolder(folder: string, suite: SuiteRecord): void {
  const other = 'choose another folder with --out'
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isDirectory()) throw new UserError(`${folder}: a file, not a folder; ${other}`)
  const held = readSuite(folder)
  if (held === undefined) {
    const strange = readdirSync(folder).find((name) => !/^(run\.lock|suite\.json\.)/.test(name))
    if (strange === undefined) return
    const what = existsSync(join(folder, 'manifest.json'))
      ? 'the result of one sweep'
      : 'no suite of furrow'
    throw new UserError(`${folder}: is not empty and holds ${what}; ${other}`)
  }
  const change = changedMember(held, suite)
  if (change !== undefined)
    throw new UserError(`${folder}: holds another suite (${change}); ${other}`)
}

function changedMember(held: SuiteRecord, suite: SuiteRecord): string | undefined {
  const count = Math.max(held.members.length, suite.members.length)
  for (let i = 0; i < count; i++) {
    const [before, now] = [held.members[i]?.folder, suite.members[i]?.folder]
    if (before !== now) return `members[${i}]: ${before ?? 'none'} -> ${now ?? 'none'}`
  }
  return undefined
}
