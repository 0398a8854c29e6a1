import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isMadeByUs, OPEN_TO_ALL } from './made-by-us.ts'
import type { OsUser } from './os-user.ts'

const PROJECT = resolve(import.meta.dirname, '../..')

/**
 * Chooses the folder that keeps the data: the one that was asked for, or `data/` in the project, or one under /var/tmp
 * where that user cannot reach the project (a checkout below /root).
 *
 * @throws Error with one sentence when a folder that was asked for cannot be used
 */
export function chooseDataFolder(asked: string | null, osUser: OsUser): string {
  if (asked !== null) {
    const reason = whyUnusable(resolve(asked), osUser)
    if (reason) throw new Error(`The data folder ${resolve(asked)} cannot be used: ${reason}. Set HAUPTBUCH_DATA_DIR.`)
    return resolve(asked)
  }
  const candidates = candidateFolders()
  const usable = candidates.find((folder) => whyUnusable(folder, osUser) === null)
  if (!usable) throw new Error(`Neither ${candidates.join(' nor ')} can hold the data. Set HAUPTBUCH_DATA_DIR.`)
  return usable
}

/** True when a database was made there before. Looks only, and makes no folder. */
export function isDataFolderMade(asked: string | null): boolean {
  const folders = asked === null ? candidateFolders() : [resolve(asked)]
  return folders.some((folder) => existsSync(join(folder, 'cluster/PG_VERSION')))
}

function candidateFolders(): string[] {
  const hash = createHash('sha256').update(PROJECT).digest('hex').slice(0, 12)
  return [join(PROJECT, 'data'), `${OPEN_TO_ALL}${process.getuid?.() ?? 0}-${hash}`]
}

function whyUnusable(folder: string, osUser: OsUser): string | null {
  if (folder.startsWith(OPEN_TO_ALL) && !isMadeByUs(folder, osUser)) return 'somebody else has made it'
  try {
    makeFolder(folder)
    if (!statSync(folder).isDirectory()) return 'it is not a folder'
    const { uid, gid } = osUser
    if (uid !== undefined && gid !== undefined && statSync(folder).uid !== uid) chownSync(folder, uid, gid)
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700) // it has the books, their log and the passwords
    // Asked of the system as that user: a parent folder may be closed to it.
    execFileSync('/bin/sh', ['-c', 'touch "$0/.usable" && rm "$0/.usable"', folder], {
      ...osUser,
      cwd: '/',
      stdio: 'ignore',
    })
    return null
  } catch (error) {
    const { code } = error as { code?: string }
    return code === 'EROFS' ? 'the disk is read-only' : 'it cannot be written'
  }
}

/** Level by level: `recursive` never returns where a parent exists but takes no folders, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o755 })
}
