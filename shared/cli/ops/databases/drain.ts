import type { Deps } from '../../../deps/deps.ts'
import type { DrainedCustomer } from '../../../moving/draining/drain.ts'
import { drainDatabase } from '../../../moving/draining/drain-database.ts'
import { removeDatabase, stopDraining } from '../../../moving/draining/end-draining.ts'
import { listVariables, readRegistry } from '../../../store/databases/read-registry.ts'
import { type PrintOptions, printAnswer } from '../../print-table.ts'
import { moveOptionsOf, type PauseOptions } from '../moving/move.ts'

type DrainCommand = PrintOptions & PauseOptions & { readonly to?: string; readonly stop?: boolean }

export const DRAIN_HELP = `
From the first moment on nobody new goes there. Each end customer that lives there is moved as "move" does it, and
each is a line. It may be interrupted anywhere: run it again and it goes on with who is left, or with --stop.
Exit code 1: somebody could not be moved; the lines say who and why.`

/** Moves everybody out of a further ledger database. @returns the exit code: 1 where somebody is left */
export async function drain(deps: Deps, name: string, { to, stop, ...options }: DrainCommand): Promise<number> {
  if (stop) {
    if (to !== undefined || options.offline || options.longestPause !== undefined) throw new Error('Say --stop alone.')
    return takeBack(deps, name, options)
  }
  let moved = 0
  const failed: Extract<DrainedCustomer, { reason: string }>[] = []
  const { left, unknown } = await drainDatabase(name, {
    ...moveOptionsOf(deps, options),
    to_name: to ?? null,
    told(one) {
      if ('reason' in one) failed.push(one)
      else moved += 1
      const line = `${one.end_customer_id} ${'reason' in one ? `stays: ${one.reason}` : `lives in ${one.to_name}`}`
      // With --json the standard output is for the answer.
      if (options.json) console.error(line)
      else console.log(line)
    },
  })
  const text = await endOf(deps, name, left, unknown)
  printAnswer({ name, moved, left, unknown, failed }, text, options)
  return left + unknown > 0 ? 1 : 0
}

async function endOf({ pool }: Deps, name: string, left: number, unknown: number): Promise<string> {
  if (left > 0) return `${left} still need ${name}; run this again`
  if (unknown > 0)
    return `${name} has rows of ${unknown} end customers that home does not know to live there; was home restored to an earlier moment?`
  const variables = await variablesOf(pool, name)
  return `nobody lives in ${name} any more: run "databases remove ${name}", then take ${variables} away`
}

async function variablesOf(pool: Deps['pool'], name: string): Promise<string> {
  const found = (await readRegistry(pool)).find((one) => one.name === name)
  return [found?.url_variable, (await listVariables(pool)).get(name)].filter(Boolean).join(' and ')
}

async function takeBack(deps: Deps, name: string, options: PrintOptions): Promise<number> {
  const { is_running, left } = await stopDraining(name, moveOptionsOf(deps, {}))
  for (const { end_customer_id, reason } of left) console.error(`${end_customer_id}: ${reason}`)
  const text = `${name} takes end customers again${is_running ? '; the command that drains it ends behind the one that it moves now' : ''}`
  printAnswer({ name, state: 'open', is_running, left }, text, options)
  return left.length > 0 ? 1 : 0
}

/** Takes a database that was drained out of the installation. */
export async function remove(deps: Deps, name: string, options: PrintOptions): Promise<void> {
  const variables = await variablesOf(deps.pool, name)
  const isSeen = await removeDatabase(name, moveOptionsOf(deps, {}))
  // Standard output is for the answer.
  if (!isSeen) console.error(`${name} is away; home says that nobody lives there`)
  const text = `${name} is no ledger database any more; take ${variables} away from web, worker and release step`
  printAnswer({ name, state: null }, text, options)
}
