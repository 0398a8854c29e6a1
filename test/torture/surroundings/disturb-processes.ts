import { setTimeout as sleep } from 'node:timers/promises'
import type { Disturb, PlannedDisturbance } from './disturbance.ts'
import { customersOf, type LedgerServer } from './postgres/servers.ts'
import type { Surroundings } from './surroundings.ts'

/** Any of the ledger databases; with one it is always home. */
export function serverOf({ servers, home }: Surroundings, draw: number): LedgerServer {
  return servers.all[draw % servers.all.length] ?? home
}

/** Those who live in it are away with it, and nobody else. */
export async function stopFurther({ servers }: Surroundings, { draw, lasts_ms }: PlannedDisturbance) {
  const further = servers.all.slice(1)
  const { name, postgres } = further[draw % further.length] as LedgerServer
  const before = await customersOf(servers, name)
  postgres.holdDown(draw % 2 === 0 ? 'SIGINT' : 'SIGKILL')
  await sleep(lasts_ms)
  postgres.letUp()
  await postgres.untilUp()
  const after = await customersOf(servers, name)
  return before && after ? [...before, ...after] : undefined
}

export function ended(which: 'webs' | 'workers' | 'receivers', signal: NodeJS.Signals): Disturb {
  return async (where, { draw }) => {
    const chosen = where[which][draw % where[which].length]
    chosen?.signal(signal)
    await sleep(300)
    await chosen?.untilUp()
  }
}

export function endedPostgres(signal: NodeJS.Signals): Disturb {
  return async (where, { draw }) => {
    const { postgres } = serverOf(where, draw)
    postgres.signal(signal)
    await sleep(100)
    await postgres.untilUp()
  }
}

export function frozen(which: 'webs' | 'workers'): Disturb {
  return async (where, { draw, lasts_ms }) => {
    const chosen = where[which][draw % where[which].length]
    chosen?.signal('SIGSTOP')
    await sleep(lasts_ms)
    chosen?.signal('SIGCONT')
  }
}
