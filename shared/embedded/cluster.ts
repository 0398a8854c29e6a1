import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { OsUser } from './os-user.ts'

export type Cluster = {
  folder: string
  osUser: OsUser
  binaries: Binaries
  password: string
  process_password: string
  fsync: boolean
}

/** Owns the tables and migrates them. */
export const USER = 'hauptbuch'
/** The processes: without a right that RIGHTS does not name. */
export const PROCESS_USER = 'hauptbuch_process'

export function passwordsOf(folder: string, osUser: OsUser): Pick<Cluster, 'password' | 'process_password'> {
  return {
    password: keptPassword(join(folder, 'password'), osUser),
    process_password: keptPassword(join(folder, 'process-password'), osUser),
  }
}

function keptPassword(file: string, { uid, gid }: OsUser): string {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }
  return readFileSync(file, 'utf8').trim()
}

/** Made beside its place and then renamed, so that a crash leaves no half cluster behind. */
export function makeCluster({ folder, osUser, binaries }: Cluster): void {
  const unfinished = join(folder, 'cluster.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(join(folder, 'cluster'), { recursive: true, force: true })
  execFileSync(
    binaries.initdb,
    [
      '-D',
      unfinished,
      '-U',
      USER,
      '--pwfile',
      join(folder, 'password'),
      '--auth=scram-sha-256',
      '--no-locale',
      '-E',
      'UTF8',
    ],
    { ...osUser, cwd: '/', stdio: 'pipe', env: cleanEnvironment() },
  )
  renameSync(unfinished, join(folder, 'cluster'))
}

/** PG* variables and locales of the caller must not reach the server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
