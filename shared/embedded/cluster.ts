import { execFileSync } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { keptSecret } from './kept-secret.ts'
import type { OsUser } from './os-user.ts'

export type Cluster = {
  folder: string
  osUser: OsUser
  binaries: Binaries
  password: string
  process_password: string
  fsync: boolean
  settings: Readonly<Record<string, string>>
}

/** Owns the tables and migrates them. */
export const USER = 'hauptbuch'
/** The processes: without a right that RIGHTS does not name. */
export const PROCESS_USER = 'hauptbuch_process'

export function passwordsOf(folder: string, osUser: OsUser): Pick<Cluster, 'password' | 'process_password'> {
  return {
    password: keptSecret(join(folder, 'password'), osUser),
    process_password: keptSecret(join(folder, 'process-password'), osUser),
  }
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
