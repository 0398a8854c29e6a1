import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Program, Urls } from '../processes.ts'

/** A version of the service. Its commands are read from its files, so that versions may keep them in different places. */
export type Checkout = {
  readonly folder: string
  readonly commit: string
  readonly release: Program
  readonly web: Program
  readonly worker: Program
  readonly keys: Program
  /** Its processes use a role of their own; versions before that use the one that owns the tables. */
  readonly has_process_role: boolean
}

const run = promisify(execFile)

/**
 * @throws Error with one sentence when the service cannot be run from there
 */
export function readCheckout(path: string): Checkout {
  const folder = resolve(path)
  for (const name of ['Procfile', 'package.json', 'node_modules'])
    if (!existsSync(join(folder, name))) throw new Error(`${folder} is no checkout that can run: it has no ${name}.`)
  const procfile = readFileSync(join(folder, 'Procfile'), 'utf8')
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const process = (name: string) => programOf(folder, name, new RegExp(`^${name}: *(.*)$`, 'm').exec(procfile)?.[1])
  return {
    folder,
    commit: commitOf(folder),
    release: process('release'),
    web: process('web'),
    worker: process('worker'),
    keys: programOf(folder, 'keys', scripts?.keys),
    has_process_role: existsSync(join(folder, 'shared/store/rights')),
  }
}

/**
 * Brings an empty database to the tables of that version.
 *
 * @returns the URL of its processes
 */
export async function release(checkout: Checkout, urls: Urls): Promise<string> {
  const { args, folder } = checkout.release
  const database_url = checkout.has_process_role ? urls.database_url : urls.migration_database_url
  const env = { ...process.env, DATABASE_URL: database_url, MIGRATION_DATABASE_URL: urls.migration_database_url }
  await run(process.execPath, args, { cwd: folder, env })
  return database_url
}

export async function issueKey({ keys: { args, folder } }: Checkout, database_url: string): Promise<string> {
  const create = [...args, 'create', '--client', 'bench', '--json']
  const env = { ...process.env, DATABASE_URL: database_url }
  const { stdout } = await run(process.execPath, create, { cwd: folder, env })
  return JSON.parse(stdout).key
}

/** Both versions run on the Node that runs this, so that only their code makes a difference. */
function programOf(folder: string, name: string, command: string | undefined): Program {
  const [program, ...args] = command?.trim().split(/\s+/) ?? []
  if (program === 'node' && args.length > 0) return { folder, args, hides_log: true }
  throw new Error(`${folder} does not say how to run ${name}: a command that begins with node is expected.`)
}

function commitOf(folder: string): string {
  try {
    const git = ['-C', folder, 'describe', '--always', '--dirty', '--exclude', '*']
    return execFileSync('git', git, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'no commit'
  }
}
