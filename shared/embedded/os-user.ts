import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Who PostgreSQL runs as; empty: the user who runs us. */
export type Account = { readonly uid?: number; readonly gid?: number }

/** PostgreSQL refuses to run as root, so root lends it the system user postgres, which is made when it is missing. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const account = findAccount()
  if (account) return account
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
  const made = findAccount()
  if (!made)
    throw new Error('PostgreSQL cannot run as root and no user "postgres" could be made. Run as an ordinary user.')
  return made
}

function findAccount(): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}
