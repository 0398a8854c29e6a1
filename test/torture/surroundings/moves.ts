import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '../../../shared/cli/demo/company/random.ts'
import type { PlannedDisturbance } from './disturbance.ts'
import type { MoveCommand, Mover } from './mover.ts'
import { askHome, placeOf, type Servers } from './postgres/servers.ts'
import type { Surroundings } from './surroundings.ts'

/** More at once, and nobody would be left who lives anywhere in peace. */
const MOST_AT_ONCE = 3
/** What becomes of the command when it is said first. It is said again until it has ended well, or is taken back. */
const FATES = ['left alone', 'left alone', 'killed', 'killed', 'killed', 'taken back', 'asleep'] as const
const TRIES = 6

/** @returns whom it concerns */
export async function moveSomebody(where: Surroundings, { draw }: PlannedDisturbance): Promise<readonly string[]> {
  const { servers, mover, customers } = where
  const random = createRandom(draw)
  const free = customers.filter((id) => !mover.under_way.has(id))
  const customer = free[random.between(0, free.length - 1)]
  if (customer === undefined || mover.under_way.size >= MOST_AT_ONCE) return []
  mover.under_way.add(customer)
  try {
    const to = await anotherPlace(servers, customer)
    if (to !== null) await moveOne(mover, customer, to, random)
  } finally {
    mover.under_way.delete(customer)
  }
  return [customer]
}

/** Home may be away for a moment. */
const ASKED = 20

async function anotherPlace(servers: Servers, customer: string): Promise<string | null> {
  let place = await placeOf(servers, customer)
  for (let times = 1; place === null && times < ASKED; times += 1) {
    await sleep(1_000)
    place = await placeOf(servers, customer)
  }
  const index = servers.all.findIndex(({ name }) => name === place)
  return index < 0 ? null : (servers.all[(index + 1) % servers.all.length]?.name ?? null)
}

async function moveOne(mover: Mover, customer: string, to: string, random: Random): Promise<void> {
  const fate = FATES[random.between(0, FATES.length - 1)]
  let move = mover.start(customer, ['--to', to], random)
  if (fate === 'killed' || fate === 'taken back') {
    await Promise.race([move.ended, sleep(random.between(1_000, 14_000))])
    move.signal('SIGKILL')
  }
  if (fate === 'asleep') {
    await Promise.race([move.ended, sleep(random.between(1_000, 12_000))])
    move.signal('SIGSTOP')
    await sleep(random.between(1_000, 14_000))
    move.signal('SIGCONT')
  }
  for (let tries = 1; !isDone(await move.ended) && tries < TRIES; tries += 1) {
    await sleep(random.between(0, 2_000))
    move = mover.start(customer, fate === 'taken back' && tries < 3 ? ['--take-back'] : ['--to', to], random)
  }
}

/** Or there is nothing to do: it has no books yet, or a command that was cut off has ended the move. */
function isDone({ code, output }: MoveCommand): boolean {
  return code === 0 || /There is no end customer|It lives in \S+ already\.|No move of this end customer/.test(output)
}

type Begun = { readonly end_customer_id: string; readonly to_name: string }

/** Ends every move that is under way, once nothing is disturbed any more. */
export async function finishMoves({ servers, mover }: Surroundings): Promise<void> {
  const random = createRandom(0)
  for (let round = 0; round < TRIES; round += 1) {
    const left = (await askHome<Begun>(servers.all, UNDER_WAY)) ?? []
    if (left.length === 0) return
    await Promise.all(
      left.map(({ end_customer_id, to_name }) => mover.start(end_customer_id, ['--to', to_name], random).ended),
    )
  }
}

const UNDER_WAY = `select end_customer_id, to_name from moves where state not in ('cleaned', 'taken_back')`
