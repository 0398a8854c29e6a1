import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The user of the operating system that PostgreSQL runs as; empty: the one that runs this process. */
export type OsUser = { readonly uid?: number; readonly gid?: number }

/** PostgreSQL refuses to run as root, so root starts it as the system user postgres, which is made when it is missing. */
export function findPostgresUser(): OsUser {
  if (process.getuid?.() !== 0) return {}
  const osUser = findUser()
  if (osUser) return osUser
  for (const [program, ...args] of [
    ['useradd', '--system', '--no-create-home', 'postgres'],
    ['adduser', '-S', '-H', 'postgres'],
  ] as const) {
    try {
      execFileSync(program, args, { stdio: 'ignore' })
      break
    } catch {
      // the other program may be the one that this system has
    }
  }
  const made = findUser()
  if (!made)
    throw new Error('PostgreSQL cannot run as root and no user "postgres" could be made. Run as an ordinary user.')
  return made
}

function findUser(): OsUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}
