import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { e2e, movedAtBank } from '../../../api/bank-returns/books-with-returns.ts'
import { camt053Message } from '../../../camt053/messages.ts'
import { quietly } from '../../../support/books.ts'
import { firstOf, itemsOf, post, upload } from '../../../support/client.ts'

/** A share of a payment, or all of it, comes back to whoever has paid. */
export type ReturnEvent = { kind: 'come_back'; day: number; moved: number; share: number }

/** What has moved at the bank, by the name that the bank has for it. */
export type Moved = {
  readonly name: string
  readonly direction: 'CRDT' | 'DBIT'
  readonly amount: number
  readonly currency: string
  readonly date: string
}

export const returnEvent = (day: fc.Arbitrary<number>): fc.Arbitrary<ReturnEvent> =>
  fc.record({
    kind: fc.constant('come_back' as const),
    day,
    moved: fc.nat(9),
    share: fc.oneof(fc.constant(100), fc.integer({ min: 10, max: 110 })),
  })

/** @returns the id of its import */
export async function moveAtBank(customer: string, { name, amount, ...moved }: Moved, reason = ''): Promise<string> {
  const bankEntries = movedAtBank({ ...moved, amount: (amount / 100).toFixed(2), named: e2e(name), reason })
  const message = camt053Message({ header: `<Id>${randomUUID()}</Id>`, bankEntries })
  return (await upload(customer, message, { wait: 20 })).body.id
}

/** The hash of the debit by which a payable is paid. */
export async function paidOut(customer: string, moved: Moved): Promise<string> {
  const import_id = await moveAtBank(customer, moved)
  return (await firstOf('camt-053/entries', customer, `&import_id=${import_id}`)).canonical_entry_hash
}

/** Accepts what is proposed of it first. @returns the path of the return; null where nothing came back, or it is refused */
export async function comeBack(customer: string, moved: Moved, amount: number, on: string): Promise<string | null> {
  const date = on < moved.date ? moved.date : on
  const direction = moved.direction === 'CRDT' ? 'DBIT' : 'CRDT'
  await moveAtBank(customer, { ...moved, direction, amount, date }, 'AC04')
  await quietly(customer)
  const [candidate] = await itemsOf('settlement-candidates', customer, '&target_type=return')
  if (!candidate) return null
  const request = { end_customer_id: customer, candidate_id: candidate.id, reason: 'x' }
  const { status, body } = await post('/v1/bank-returns', request, { wait: 20 })
  return status === 202 ? `/v1/bank-returns/${body.id}` : null
}
