import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { OsUser } from './os-user.ts'

/** The secret in a file of the data folder, made where there is none. Whoever may read the folder has the books anyway. */
export function keptSecret(file: string, { uid, gid }: OsUser = {}): string {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }
  return readFileSync(file, 'utf8').trim()
}
