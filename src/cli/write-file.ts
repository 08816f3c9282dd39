// Files that appear whole or not at all.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file being written under a name of its own; `keep` gives it its real name, durably. */
export interface Draft {
  write(text: string): void
  keep(): void
  discard(): void
}

/** Opens a draft of `path`, in the same folder so that the rename is atomic. */
export function draft(path: string): Draft {
  const temporary = `${path}.${process.pid}.part`
  const file = openSync(temporary, 'w')
  let open = true
  const close = () => {
    if (open) closeSync(file)
    open = false
  }
  return {
    write(text) {
      // A write may be short (a full disk gives part, then ENOSPC), so go on until all is out.
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    },
    keep() {
      fsyncSync(file)
      close()
      renameSync(temporary, path)
      syncFolder(dirname(path))
    },
    discard() {
      close()
      rmSync(temporary, { force: true })
    },
  }
}

/** Replaces a file's text: after a crash at any instant it holds the old or the new. */
export function writeWhole(path: string, text: string): void {
  const file = draft(path)
  try {
    file.write(text)
    file.keep()
  } catch (error) {
    file.discard()
    throw error
  }
}

/** Makes the names in a folder durable; some systems cannot open a folder, and need not. */
function syncFolder(path: string): void {
  let folder: number
  try {
    folder = openSync(path, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(folder)
  } catch {
    // Network file systems may refuse; the file itself is synced.
  } finally {
    closeSync(folder)
  }
}
