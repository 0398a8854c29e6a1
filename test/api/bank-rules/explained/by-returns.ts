import type { Told } from './lines-of-bank.ts'
import { type Books, HOLZ, type Row } from './row.ts'

/** A bill that a debit of the bank has paid. */
const paidBill = async ({ owed, imported, settle }: Books) => {
  const { id } = await owed(100_000, { supplier: { name: HOLZ }, document_number: 'RE-2026-77' })
  const [debit] = await imported({ amount: '1000.00', date: '2026-03-25', text: 'E-Banking' })
  const evidence_sha256 = debit?.canonical_entry_hash
  await settle(id, 100_000, { settlement_date: '2026-03-25', evidence_sha256 })
}
const back = (name: string, line: Told, proposed: string, date?: string): Row => ({
  ...{ name, direction: 'CRDT', open: paidBill, amount: '1000.00', line, ...(date && { date }) },
  proposed: proposed ? [`return CHF 100000 ${proposed}`] : [],
})

/** Two bills that one debit has paid. */
const paidTogether = async ({ owed, imported, settle }: Books) => {
  const [debit] = await imported({ amount: '1500.00', date: '2026-03-25', text: 'E-Banking' })
  const evidence_sha256 = debit?.canonical_entry_hash
  for (const amount of [100_000, 50_000]) {
    const { id } = await owed(amount, { supplier: { name: HOLZ } })
    await settle(id, amount, { settlement_date: '2026-03-25', evidence_sha256 })
  }
}

/** Its money comes back, and the bank does not say so. */
export const BY_RETURNS: readonly Row[] = [
  back('the name and the amount of a bill that was paid', { name: HOLZ }, '60 amount,name'),
  back('its number and amount', { name: 'Bank', text: 'Rücksendung RE-2026-77' }, '80 number_in_text,amount'),
  back(
    'its number and amount, 130 days later',
    { name: HOLZ, text: 'Retour RE-2026-77' },
    '85 number_in_text,amount,name',
    '2026-08-02',
  ),
  {
    ...{ name: 'all that one debit has paid of two bills', direction: 'CRDT', open: paidTogether, amount: '1500.00' },
    ...{ line: { name: HOLZ }, proposed: ['return CHF 100000 55 sum,name', 'return CHF 50000 55 sum,name'] },
  },
  back('a return that the bank marks and does not name', { name: HOLZ, returned: 'AC04' }, '60 amount,name'),
]
