import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan, Step } from '../plan.ts'
import type { Client, Sent } from './clients.ts'
import { askFor } from './operations.ts'
import type { Request } from './request.ts'

/**
 * Goes through the steps of one client until the time is over.
 *
 * @param rest_ms what it waits for beyond the pause of a step
 */
export async function runSteps(
  client: Client,
  plan: Plan,
  steps: readonly Step[],
  isOver: () => boolean,
  rest_ms: () => number = () => 0,
) {
  const all: Sent[] = []
  for (const step of steps) {
    if (isOver()) break
    const request = await requestOf(client, plan, step)
    if (request) all.push(...(await deliver(client, plan, step, request)))
    await sleep(step.pause_ms + rest_ms())
  }
  return all
}

function requestOf(client: Client, plan: Plan, { name, route, customer: index, draw }: Step): Promise<Request | null> {
  const customer = plan.customers[index] as string
  return askFor(route, draw, { name, customer, customers: plan.customers, ...client.readsOf(customer) })
}

async function deliver(client: Client, plan: Plan, step: Step, request: Request): Promise<Sent[]> {
  const { name: key, delivery } = step
  const sent: Sent = { key, step, request, attempts: [], is_conflicting: false }
  if (delivery === 'impatient') {
    await client.send(sent, 1 + (step.draw % 60))
    return [sent]
  }
  if (delivery === 'hostile') await client.attack(`${key}-hostile`, step.draw)
  if (delivery === 'slow') await client.sendSlowly(sent)
  if (delivery === 'twice_at_once') {
    await Promise.all([client.persist(sent), client.persist(sent)])
    return [sent]
  }
  const hangUp = bother(client, plan, sent)
  const { answer } = await client.persist(sent)
  hangUp()
  const isAccepted = answer !== null && answer.status < 300
  if (delivery === 'again' && isAccepted) await client.persist(sent)
  if (delivery === 'other_key' && isAccepted && isFact(step)) {
    const other: Sent = { ...sent, key: `${key}-other`, attempts: [] }
    await client.persist(other)
    return [sent, other]
  }
  if (delivery === 'other_body' && isAccepted) {
    const conflicting = await conflictingOf(client, plan, sent)
    if (conflicting) await client.persist(conflicting)
    return conflicting ? [sent, conflicting] : [sent]
  }
  return [sent]
}

/** @returns hangs up */
function bother(client: Client, { customers }: Plan, { key, step, request }: Sent): () => void {
  if (step.delivery === 'stalled') return client.stall(`${key}-stalled`, request)
  if (step.delivery === 'unread') return client.ignore(customers[step.customer] as string)
  return () => {}
}

/** A request under the same key, made with another draw. */
async function conflictingOf(client: Client, plan: Plan, { key, step, request }: Sent): Promise<Sent | null> {
  const other = await requestOf(client, plan, { ...step, draw: step.draw ^ 0x5bd1e995 })
  if (!other || JSON.stringify(other) === JSON.stringify(request)) return null
  return { key, step, request: other, attempts: [], is_conflicting: true }
}

function isFact({ route }: Step): boolean {
  return /^post \/v1\/source-facts\/(expense|customer|journal)/.test(route)
}
