import fc from 'fast-check'
import { get, itemsOf, post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { importedBy } from '../../bank/imports-of.ts'
import { datedIn, fileOf } from '../../bank/reconciliation/dated-statements.ts'

/** What somebody says later of the bank entries of closed years. */
export const bankChange = fc.oneof(
  fc.record({ kind: fc.constant('link' as const), entry: fc.nat(7), line: fc.nat(30) }),
  fc.record({
    kind: fc.constant('dismissal' as const),
    entry: fc.nat(7),
    isUndone: fc.constantFrom(false, false, true),
  }),
  fc.record({ kind: fc.constant('late statement' as const), more: fc.integer({ min: 1, max: 90 }) }),
)
export type BankChange = typeof bankChange extends fc.Arbitrary<infer Value> ? Value : never

/** @returns whether it was taken */
export async function applyToBank(customer: string, change: BankChange): Promise<boolean> {
  if (change.kind === 'late statement') {
    // The month again, with a booking that it did not have.
    const december = datedIn('2025-12')
    const statement = december('late', [1, 31], [50_000, 50_060 + change.more], [10, 85], [12, -25], [14, change.more])
    await importedBy(customer, fileOf(statement))
    return true
  }
  const entries = await itemsOf('camt-053/entries', customer)
  const entry = entries[change.entry % entries.length]
  if (!entry) return false
  const send = async (name: string, request: object) => {
    const path = `/v1/camt-053/entries/${entry.id}/${name}` as '/v1/camt-053/entries/:entry_id/dismiss'
    return (await post(path, { end_customer_id: customer, ...request } as never)).status < 300
  }
  if (change.kind === 'dismissal') return send(change.isUndone ? 'undismiss' : 'dismiss', { reason: 'x' })
  const { body } = await get(`/v1/journal-entries?end_customer_id=${customer}&limit=100`)
  const lines = body.data.flatMap(({ journal_entry_id, lines }) =>
    lines.flatMap(({ account_code, line_number }) =>
      account_code === '1020' ? [{ journal_entry_id, line_number }] : [],
    ),
  )
  const line = lines[change.line % Math.max(1, lines.length)]
  return line !== undefined && send('links', { ...line, amount: chf(100) })
}
