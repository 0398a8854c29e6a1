import type { DemoBankEntry, Receivable } from '../company/bank-statement.ts'
import { notificationOfFebruary } from '../company/notification.ts'
import { DECIDED, type Demo, expectEqual, say } from '../demo.ts'
import { francs } from '../tables.ts'
import { proposed } from './proposed.ts'

const REFERENCE = 'DEMO-BATCH-1'

/** Customers pay on one day, and the bank books one amount of which its statement says nothing more. */
export function batchOf(paid: readonly Receivable[]): DemoBankEntry {
  const payments = paid.map(
    ({ open_amount, customer_name, payment_reference }): DemoBankEntry => ({
      amount: open_amount.amount_minor,
      direction: 'CRDT',
      name: customer_name,
      ...(payment_reference && { reference: payment_reference }),
    }),
  )
  const amount = payments.reduce((sum, payment) => sum + payment.amount, 0)
  return { amount, direction: 'CRDT', name: 'Sammelgutschrift', batch: { reference: REFERENCE, payments } }
}

/** The notification (camt.054) brings the payments of the batch, in the place of its one amount; each names its invoice. */
export async function allocateBatch(
  demo: Demo,
  bankEntries: readonly DemoBankEntry[],
  paid: readonly Receivable[],
): Promise<void> {
  const { client, customer: end_customer_id } = demo
  const document = notificationOfFebruary(bankEntries)
  const accepted = await client.importNotification({ query: { end_customer_id }, document }, { wait_seconds: 20 })
  await client.waitUntilDecided(accepted)
  const { data: notified } = await client.listNotifications({ query: { end_customer_id } })
  expectEqual('what the notification has become', notified.map(({ state }) => state).join(), 'joined')
  for (const { id, open_amount } of paid) {
    const proposal = await proposed(demo, ({ target_document_id }) => target_document_id === id)
    expectEqual('the score of a payment of the batch', proposal.score, 100)
    const lines = [{ document_id: id, amount: open_amount }]
    const body = { end_customer_id, payment_id: proposal.payment_id ?? '', lines }
    expectEqual('its allocation', (await client.allocatePayment({ body }, DECIDED)).state, 'posted')
  }
  const sum = paid.reduce((total, { open_amount }) => total + open_amount.amount_minor, 0)
  say(`   a batch of ${francs(sum)} without details: the notification (camt.054) brings its ${paid.length} payments`)
}
