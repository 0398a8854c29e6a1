import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../../shared/cli/demo/company/random.ts'
import { OPERATIONS, type Route } from './load/operations.ts'
import type { Disturbance, PlannedDisturbance } from './surroundings/disturbance.ts'
import { DISTURBANCES, type DisturbanceKind } from './surroundings/disturbances.ts'

/**
 * How a request is delivered. `twice_at_once`, `again`: the very same request a second time; `other_body`: its key with
 * another request; `other_key`: the same fact with another header key; `impatient`: sent once, with a short wait for the answer;
 * `slow`: the body comes in pieces with pauses; `hostile`: a hostile body comes first; `stalled`: meanwhile half of it waits
 * for its end under another key, which never comes; `unread`: meanwhile a connection asks for the journal and reads nothing.
 */
const DELIVERIES = {
  once: 40,
  twice_at_once: 15,
  again: 10,
  other_body: 6,
  other_key: 4,
  impatient: 10,
  slow: 4,
  hostile: 4,
  stalled: 4,
  unread: 3,
} as const
type Delivery = keyof typeof DELIVERIES

/** One request of one client. `draw` makes every choice in it, among the rows that there are by then. */
export type Step = {
  /** Names it in its Idempotency-Key and wherever a body has room for a text. */
  readonly name: string
  readonly route: Route
  readonly customer: number
  readonly draw: number
  readonly delivery: Delivery
  readonly pause_ms: number
}
export type Plan = {
  readonly seed: number
  readonly seconds: number
  readonly customers: readonly string[]
  readonly clients: readonly (readonly Step[])[]
  readonly disturbances: readonly PlannedDisturbance[]
}

const CUSTOMERS = 6
/** How each end customer begins: with a chart, with the way in which it declares its tax, and with the UID that its returns need. */
const SETUP: readonly Route[] = [
  'put /v1/accounts',
  'put /v1/vat-registrations',
  'put /v1/end-customers/:end_customer_id',
]
const CLIENTS = 12
/** So many steps that no client comes to the end of its list before the time is over. */
const STEPS_PER_SECOND = 14
const LONGEST_PAUSE_MS = 140
const CALM_MS = { least: 500, most: 4_000 } as const
/** Moves come in addition. */
const LEAST_CALM_OF_SEVERAL_MS = 1_000

/** The first move waits until there are books. */
const FIRST_MOVE_MS = 2_000
const BETWEEN_MOVES_MS = [1_500, 7_000] as const

type Size = {
  /** Ledger databases; 1 if missing. */
  readonly databases?: number | undefined
  /** Fewer than usual; the first ones set the end customers up. */
  readonly clients?: number | undefined
}

/** The requests of the clients and the disturbances of the processes: the same for the same seed, time and size. */
export function makePlan(seed: number, seconds: number, { databases = 1, clients: most }: Size = {}): Plan {
  const random = createRandom(seed)
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => uuidFrom(`${seed} customer ${index}`))
  const clients = Array.from({ length: CLIENTS }, (_, client) => stepsOf(random, seed, client, seconds))
  const disturbances = disturbancesOf(random, seconds, databases)
  if (databases > 1) disturbances.push(...movesOf(random, seconds))
  return { seed, seconds, customers, clients: clients.slice(0, most), disturbances }
}

/** Tells two plans apart. */
export function hashOfPlan(plan: Plan): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex').slice(0, 16)
}

function stepsOf(random: Random, seed: number, client: number, seconds: number): Step[] {
  return Array.from({ length: Math.ceil(seconds * STEPS_PER_SECOND) }, (_, number): Step => {
    // Facts that arrive before the chart are blocked until it is there.
    const setup = client < CUSTOMERS ? SETUP[number] : undefined
    return {
      name: `s${seed}-${client}-${number}`,
      route: setup ?? weighted(random, weightsOfRoutes()),
      customer: setup ? client : random.between(0, CUSTOMERS - 1),
      draw: random.between(0, 0xffffffff),
      delivery: weighted(random, DELIVERIES),
      pause_ms: random.between(0, LONGEST_PAUSE_MS),
    }
  })
}

/** Every kind once, in another order, then every kind again, until the time is over. */
function disturbancesOf(random: Random, seconds: number, databases: number): PlannedDisturbance[] {
  const kinds = (Object.keys(DISTURBANCES) as DisturbanceKind[]).filter((kind) => {
    const { is_of_several = false }: Disturbance = DISTURBANCES[kind]
    return kind !== 'move' && (databases > 1 || !is_of_several)
  })
  const least_calm = databases > 1 ? LEAST_CALM_OF_SEVERAL_MS : CALM_MS.least
  const calm = Math.min(Math.max((seconds * 1_000) / kinds.length - 100, least_calm), CALM_MS.most)
  const planned: PlannedDisturbance[] = []
  for (let at_ms = 600, round: DisturbanceKind[] = []; at_ms < seconds * 1_000; ) {
    if (round.length === 0) round = shuffled(random, kinds)
    const kind = round.shift() as DisturbanceKind
    const [least, most] = DISTURBANCES[kind].lasts_ms
    const lasts_ms = Math.min(random.between(least, most), seconds * 250)
    planned.push({ kind, at_ms, lasts_ms, draw: random.between(0, 0xffffffff) })
    at_ms += random.between(Math.round(calm / 2), Math.round(calm * 1.5))
  }
  return planned
}

/** Somebody is on the way at almost any moment. */
function movesOf(random: Random, seconds: number): PlannedDisturbance[] {
  const planned: PlannedDisturbance[] = []
  for (let at_ms = FIRST_MOVE_MS; at_ms < seconds * 1_000; at_ms += random.between(...BETWEEN_MOVES_MS))
    planned.push({ kind: 'move', at_ms, lasts_ms: 0, draw: random.between(0, 0xffffffff) })
  return planned
}

function weightsOfRoutes(): Readonly<Record<Route, number>> {
  return Object.fromEntries(Object.entries(OPERATIONS).map(([route, { weight }]) => [route, weight])) as never
}

function weighted<Name extends string>(random: Random, weights: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let left = random.between(
    1,
    entries.reduce((sum, [, weight]) => sum + weight, 0),
  )
  for (const [name, weight] of entries) {
    left -= weight
    if (left <= 0) return name
  }
  throw new Error('there is nothing to choose from')
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: random.between(0, 0xffffffff) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
