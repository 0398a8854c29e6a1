import type { Tx } from '../db/database.ts'
import { appendEvents, webhookSwitchedOff } from '../platform/events.ts'
import { findFailingCustomers } from './webhook-runs.ts'

/**
 * The feeds of the end customers whose events fail say that the subscription is off.
 *
 * @returns these end customers
 */
export async function tellSwitchedOff(tx: Tx, subscription_id: string): Promise<readonly string[]> {
  const failing = await findFailingCustomers(tx, subscription_id)
  await appendEvents(
    tx,
    failing.map((customer) => webhookSwitchedOff(customer, subscription_id)),
  )
  return failing
}
