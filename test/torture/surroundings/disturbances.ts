import { setTimeout as sleep } from 'node:timers/promises'
import { ended, endedPostgres, frozen, serverOf, stopFurther } from './disturb-processes.ts'
import { type Disturbance, MOMENT, type PlannedDisturbance } from './disturbance.ts'
import { moveSomebody } from './moves.ts'
import { deliverJobsTwice, switchWal } from './postgres/database-tricks.ts'
import type { Surroundings } from './surroundings.ts'

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
    async disturb(where, { draw }) {
      const { postgres } = serverOf(where, draw)
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
    async disturb(where, { draw, lasts_ms }) {
      const { postgres } = serverOf(where, draw)
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
    disturb: async (where, { draw }) => void serverOf(where, draw).line.cut(),
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
    async disturb(where, { draw, lasts_ms }) {
      const { line } = serverOf(where, draw)
      line.mood = 'loses_answers'
      await sleep(lasts_ms)
      line.mood = 'passes'
    },
  },
  deliver_twice: {
    says: 'jobs delivered twice: waiting, running and done ones',
    lasts_ms: MOMENT,
    disturb: (where, { draw }) => deliverJobsTwice(serverOf(where, draw).postgres.database_url(), draw),
  },
  fill_disk: {
    says: 'the disk of all tables full (53100)',
    lasts_ms: [1_000, 3_000],
    isImpossible: ({ servers: { table_disk } }) => (typeof table_disk === 'string' ? table_disk : null),
    async disturb({ servers: { table_disk } }, { lasts_ms }) {
      if (typeof table_disk === 'string') return
      table_disk.fill()
      await sleep(lasts_ms)
      table_disk.empty()
    },
  },
  fill_wal: {
    says: 'the disk of the WAL full: PostgreSQL stops, and starts when there is room again',
    lasts_ms: [1_000, 3_000],
    isImpossible: ({ servers: { wal_disk } }) => (typeof wal_disk === 'string' ? wal_disk : null),
    async disturb({ servers: { wal_disk }, home: { postgres } }, { lasts_ms }) {
      if (typeof wal_disk === 'string') return
      wal_disk.fill()
      await Promise.race([switchWal(postgres.database_url()), sleep(lasts_ms)])
      await sleep(lasts_ms / 2)
      wal_disk.empty()
      await postgres.untilUp()
    },
  },
  stop_further: {
    says: 'a further ledger database stopped for some seconds',
    lasts_ms: [2_000, 7_000],
    is_of_several: true,
    isImpossible: ofSeveralOnly,
    disturb: stopFurther,
  },
  move: {
    says: 'an end customer moved to another ledger database by a command, which is killed, frozen or taken back at times',
    lasts_ms: MOMENT,
    is_of_several: true,
    isImpossible: ofSeveralOnly,
    disturb: moveSomebody,
  },
} as const satisfies Record<string, Disturbance>

export type DisturbanceKind = keyof typeof DISTURBANCES

/** When something was disturbed, in milliseconds since the beginning of the storm. */
export type Spell = {
  readonly kind: DisturbanceKind
  readonly from_ms: number
  readonly to_ms: number
  /** The end customers whom it may concern; null: everybody. */
  readonly whom: readonly string[] | null
}

/** Lets every disturbance happen at its time; some overlap. @returns their times, when all are over */
export async function disturb(
  where: Surroundings,
  planned: readonly PlannedDisturbance[],
  now_ms: () => number,
): Promise<Spell[]> {
  const possible = planned.filter(({ kind }) => whyNot(where, kind as DisturbanceKind) === null)
  return Promise.all(
    possible.map(async (disturbance): Promise<Spell> => {
      await sleep(Math.max(disturbance.at_ms - now_ms(), 0))
      const from_ms = now_ms()
      const kind = disturbance.kind as DisturbanceKind
      const { disturb: begin }: Disturbance = DISTURBANCES[kind]
      const whom = (await begin(where, disturbance)) ?? null
      return { kind, from_ms, to_ms: now_ms(), whom }
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

function ofSeveralOnly({ servers }: Surroundings): string | null {
  return servers.all.length > 1 ? null : 'there is one ledger database'
}
