import type { Told } from './lines-of-bank.ts'
import { type Books, HOLZ, type Row } from './row.ts'

/** A bill that a debit of the bank has paid. */
const paidBill = async ({ owed, imported, settle }: Books) => {
  const { id } = await owed(100_000, { supplier: { name: HOLZ }, document_number: 'RE-2026-77' })
  const [debit] = await imported({ amount: '1000.00', date: '2026-03-25', text: 'E-Banking' })
  const evidence_sha256 = debit?.canonical_entry_hash
  await settle(id, 100_000, { settlement_date: '2026-03-25', evidence_sha256 })
}
const back = (name: string, line: Told, proposed: string): Row => ({
  ...{ name, direction: 'CRDT', open: paidBill, amount: '1000.00', line },
  proposed: proposed ? [`return CHF 100000 ${proposed}`] : [],
})

/** Its money comes back, and the bank does not say so. */
export const BY_RETURNS: readonly Row[] = [
  back('the name and the amount of a bill that was paid', { name: HOLZ }, '60 amount,name'),
  back('its number and amount', { name: 'Bank', text: 'Rücksendung RE-2026-77' }, '80 number_in_text,amount'),
  back('a return that the bank marks and does not name', { name: HOLZ, returned: 'AC04' }, '60 amount,name'),
]
