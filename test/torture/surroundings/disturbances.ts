import { setTimeout as sleep } from 'node:timers/promises'
import { deliverJobsTwice, switchWal } from './database-tricks.ts'
import type { Surroundings } from './surroundings.ts'

type Disturb = (where: Surroundings, planned: PlannedDisturbance) => Promise<void>
type Disturbance = {
  readonly says: string
  /** The least and the most milliseconds that it lasts; 0: a moment. */
  readonly lasts_ms: readonly [least: number, most: number]
  /** Why it cannot be done here. */
  readonly isImpossible?: (where: Surroundings) => string | null
  readonly disturb: Disturb
}

const MOMENT = [0, 0] as const

/** Everything that happens to the processes, their connections, their disks and their queue. */
export const DISTURBANCES = {
  kill_web: { says: 'SIGKILL of a web process', lasts_ms: MOMENT, disturb: ended('webs', 'SIGKILL') },
  kill_worker: { says: 'SIGKILL of a worker process', lasts_ms: MOMENT, disturb: ended('workers', 'SIGKILL') },
  restart_web: { says: 'SIGTERM of a web process', lasts_ms: MOMENT, disturb: ended('webs', 'SIGTERM') },
  restart_worker: { says: 'SIGTERM of a worker process', lasts_ms: MOMENT, disturb: ended('workers', 'SIGTERM') },
  kill_receiver: {
    says: 'SIGKILL of a receiver of webhooks',
    lasts_ms: MOMENT,
    disturb: ended('receivers', 'SIGKILL'),
  },
  kill_postgres: { says: 'SIGKILL of the postmaster', lasts_ms: MOMENT, disturb: endedPostgres('SIGKILL') },
  restart_postgres: { says: 'fast shutdown of PostgreSQL', lasts_ms: MOMENT, disturb: endedPostgres('SIGINT') },
  kill_backend: {
    says: 'SIGKILL of a process that serves a connection; PostgreSQL restarts all of them',
    lasts_ms: MOMENT,
    isImpossible: onLinuxOnly,
    async disturb({ postgres }, { draw }) {
      postgres.killBackend(draw)
      await sleep(100)
      await postgres.untilUp()
    },
  },
  freeze_web: { says: 'SIGSTOP of a web process', lasts_ms: [500, 4_000], disturb: frozen('webs') },
  // Longer than the heartbeat of ten seconds, at times: another worker takes the jobs, and then this one goes on.
  freeze_worker: { says: 'SIGSTOP of a worker process', lasts_ms: [500, 17_000], disturb: frozen('workers') },
  freeze_postgres: {
    says: 'SIGSTOP of all processes of PostgreSQL',
    lasts_ms: [500, 4_000],
    isImpossible: onLinuxOnly,
    async disturb({ postgres }, { lasts_ms }) {
      postgres.freeze()
      await sleep(lasts_ms)
      postgres.thaw()
    },
  },
  cut_clients: {
    says: 'every connection between clients and web cut',
    lasts_ms: MOMENT,
    async disturb({ lines }) {
      for (const line of lines) line.cut()
    },
  },
  cut_database: {
    says: 'every connection to PostgreSQL cut',
    lasts_ms: MOMENT,
    disturb: async ({ database_line }) => void database_line.cut(),
  },
  lose_answers: {
    says: 'answers of web lost on their way',
    lasts_ms: [500, 2_000],
    async disturb({ lines }, { lasts_ms }) {
      for (const line of lines) line.mood = 'loses_answers'
      await sleep(lasts_ms)
      for (const line of lines) line.mood = 'passes'
    },
  },
  halve_requests: {
    says: 'requests cut off in the middle',
    lasts_ms: [500, 2_000],
    async disturb({ lines }, { lasts_ms }) {
      for (const line of lines) line.mood = 'halves_requests'
      await sleep(lasts_ms)
      for (const line of lines) line.mood = 'passes'
    },
  },
  lose_database_answers: {
    says: 'answers of PostgreSQL lost on their way, those to commits too',
    lasts_ms: [300, 1_500],
    async disturb({ database_line }, { lasts_ms }) {
      database_line.mood = 'loses_answers'
      await sleep(lasts_ms)
      database_line.mood = 'passes'
    },
  },
  deliver_twice: {
    says: 'jobs delivered twice: waiting, running and done ones',
    lasts_ms: MOMENT,
    disturb: ({ postgres }, { draw }) => deliverJobsTwice(postgres.database_url(), draw),
  },
  fill_disk: {
    says: 'the disk of all tables full (53100)',
    lasts_ms: [1_000, 3_000],
    isImpossible: ({ table_disk }) => (typeof table_disk === 'string' ? table_disk : null),
    async disturb({ table_disk }, { lasts_ms }) {
      if (typeof table_disk === 'string') return
      table_disk.fill()
      await sleep(lasts_ms)
      table_disk.empty()
    },
  },
  fill_wal: {
    says: 'the disk of the WAL full: PostgreSQL stops, and starts when there is room again',
    lasts_ms: [1_000, 3_000],
    isImpossible: ({ wal_disk }) => (typeof wal_disk === 'string' ? wal_disk : null),
    async disturb({ wal_disk, postgres }, { lasts_ms }) {
      if (typeof wal_disk === 'string') return
      wal_disk.fill()
      await Promise.race([switchWal(postgres.database_url()), sleep(lasts_ms)])
      await sleep(lasts_ms / 2)
      wal_disk.empty()
      await postgres.untilUp()
    },
  },
} as const satisfies Record<string, Disturbance>

export type DisturbanceKind = keyof typeof DISTURBANCES

export type PlannedDisturbance = {
  readonly kind: DisturbanceKind
  readonly at_ms: number
  readonly lasts_ms: number
  readonly draw: number
}

/** When something was disturbed, in milliseconds since the beginning of the storm. */
export type Spell = { readonly kind: DisturbanceKind; readonly from_ms: number; readonly to_ms: number }

/** Lets every disturbance happen at its time; some overlap. @returns their times, when all are over */
export async function disturb(
  where: Surroundings,
  planned: readonly PlannedDisturbance[],
  now_ms: () => number,
): Promise<Spell[]> {
  const possible = planned.filter(({ kind }) => whyNot(where, kind) === null)
  return Promise.all(
    possible.map(async (disturbance): Promise<Spell> => {
      await sleep(Math.max(disturbance.at_ms - now_ms(), 0))
      const from_ms = now_ms()
      await DISTURBANCES[disturbance.kind].disturb(where, disturbance)
      return { kind: disturbance.kind, from_ms, to_ms: now_ms() }
    }),
  )
}

/** Why something cannot be disturbed here; null where it can. */
export function whyNot(where: Surroundings, kind: DisturbanceKind): string | null {
  const { isImpossible }: Disturbance = DISTURBANCES[kind]
  return isImpossible?.(where) ?? null
}

function onLinuxOnly(): string | null {
  return process.platform === 'linux' ? null : 'only Linux lists the processes of PostgreSQL'
}

function ended(which: 'webs' | 'workers' | 'receivers', signal: NodeJS.Signals): Disturb {
  return async (where, { draw }) => {
    const chosen = where[which][draw % where[which].length]
    chosen?.signal(signal)
    await sleep(300)
    await chosen?.untilUp()
  }
}

function endedPostgres(signal: NodeJS.Signals): Disturb {
  return async ({ postgres }) => {
    postgres.signal(signal)
    await sleep(100)
    await postgres.untilUp()
  }
}

function frozen(which: 'webs' | 'workers'): Disturb {
  return async (where, { draw, lasts_ms }) => {
    const chosen = where[which][draw % where[which].length]
    chosen?.signal('SIGSTOP')
    await sleep(lasts_ms)
    chosen?.signal('SIGCONT')
  }
}
