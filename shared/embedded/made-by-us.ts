import { lstatSync } from 'node:fs'
import type { OsUser } from './os-user.ts'

/** Where every account of the machine may make folders, also of the names that we choose. */
export const OPEN_TO_ALL = '/var/tmp/hauptbuch-'

/** True for a folder that this user or that of PostgreSQL has made, and for none; false for links and those of others. */
export function isMadeByUs(folder: string, { uid }: OsUser): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return !found || (found.isDirectory() && [process.getuid?.(), uid].includes(found.uid))
}
