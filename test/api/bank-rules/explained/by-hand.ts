import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { HOLZ, type Row } from './row.ts'

const RE = 'RE-2026-77'
const date = '2026-03-25'

/** A bill that a voucher has paid with a debit of the bank. */
const paidByVoucher: Row['open'] = async ({ customer, owed, imported }) => {
  const bill = { supplier: { name: HOLZ }, document_number: RE, tax_lines: [] }
  const { id: supplier_payable_id } = await owed(108_100, bill)
  const [paying] = await imported({ amount: '1081.00', date, text: 'E-Banking' })
  const open_item = { supplier_payable_id, purpose: 'payment' }
  const payload = {
    lines: [debit('2000', 108_100, { open_item }), credit('1020', 108_100)],
    bank_entries: [{ entry_id: paying?.id }],
  }
  const { body } = await post(VOUCHERS, voucher(customer(), { business_date: date, payload }), { wait: 10 })
  expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
}

const back = { direction: 'CRDT', open: paidByVoucher, amount: '1081.00', proposed: [] } as const

/** No settlement has paid it, so no return is proposed when its money comes back. */
export const BY_HAND: readonly Row[] = [
  { ...back, name: 'a bill that a voucher has paid comes back', line: { name: HOLZ }, held: 'settled_with_partner' },
  {
    ...{ ...back, name: 'the same with its number, 130 days later', date: '2026-08-02' },
    ...{ line: { name: 'Bank', text: `Retour ${RE}` }, held: 'known_document' },
  },
]
