import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { booksToOrder, HOLZ_IBAN, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const HELD = 'debit_not_booked'
const WARNED = 'debit_may_fit'
const NUMBER = 'RE-2026-201'
const [own, other] = [creditorReference('201'), creditorReference('202')]

type Said = { amount?: string; day?: string; name?: string; iban?: string; text?: string; reference?: string }
const debitOf = ({ amount = '500.00', day = date, name, iban, text, reference }: Said) => {
  const parties = `${name ? `<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>` : ''}${iban ? `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` : ''}`
  const structured = `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
  const remittance = `${text ? `<Ustrd>${text}</Ustrd>` : ''}${reference ? structured : ''}`
  const details = `<TxDtls><RltdPties>${parties}</RltdPties><RmtInf>${remittance}</RmtInf></TxDtls>`
  return bankEntry({ amount, direction: 'DBIT', date: day, details })
}
const [name, iban] = ['Holz', HOLZ_IBAN]

/** What is said of an order of all of a payable of 1'081.00, and of one of 500.00 of it. */
const CASES: readonly (readonly [what: string, said: Said, ofAll: string, ofPart: string])[] = [
  ['the supplier and its account', { name, iban }, WARNED, HELD],
  ['the account of the supplier alone', { iban }, WARNED, HELD],
  ['the supplier alone', { name }, '', HELD],
  ['the supplier and another account', { name, iban: OTHER_IBAN }, '', WARNED],
  ['somebody else with the account', { name: 'Steueramt', iban }, WARNED, HELD],
  ['somebody else', { name: 'Steueramt', iban: OTHER_IBAN }, '', ''],
  ['the number, to another account', { name: 'Steueramt', iban: OTHER_IBAN, text: NUMBER }, WARNED, WARNED],
  ['the number and the supplier, to another account', { name, iban: OTHER_IBAN, text: NUMBER }, WARNED, HELD],
  ['the supplier and its account with another reference', { name, iban, reference: other }, '', WARNED],
  ['the supplier and its account before the document', { name, iban, day: addDays(date, -7) }, '', ''],
  ['the supplier and its account with another part', { name, iban, amount: '400.00' }, WARNED, WARNED],
  ['the supplier and its account with charges of 5.00', { name, iban, amount: '1086.00' }, WARNED, WARNED],
  ['the supplier and its account, rounded', { name, iban, amount: '1081.05' }, WARNED, WARNED],
  ['the supplier and its account with 200.00 too much', { name, iban, amount: '1281.00' }, WARNED, WARNED],
  ['the supplier alone with 200.00 too much', { name, amount: '1281.00' }, '', ''],
  ['the supplier and its account with a quarter more', { name, iban, amount: '1351.25' }, WARNED, WARNED],
  ['the supplier and its account with yet more', { name, iban, amount: '1351.26' }, '', ''],
]

describe('a debit of a part of a payable', () => {
  const { owedToHolz, request, paid } = booksToOrder()
  const owed = (amount: number, more: object = {}) =>
    owedToHolz(amount, {
      document_date: date,
      due_date: date,
      document_number: NUMBER,
      payment_reference: own,
      ...more,
    })
  const tried = async (payable: { id: string }, amount?: number) => {
    const instructions = amount && { instructions: [{ supplier_payable_id: payable.id, amount: chf(amount) }] }
    const body = request({ payables: [payable.id], ...instructions })
    const { body: answer } = await post('/v1/payment-orders?dry_run=true', body, { idempotencyKey: null })
    const { payments, warnings } = answer as unknown as PaymentOrderTrial
    return [...payments.flatMap(({ defects }) => defects), ...warnings].map(({ code }) => code).join(' ')
  }

  for (const [what, said, ofAll, ofPart] of CASES)
    it(`that names ${what}: ${ofAll || 'nothing'} of all, ${ofPart || 'nothing'} of the part`, async () => {
      const payable = await owed(108_100)
      await paid(debitOf(said))
      expect([await tried(payable), await tried(payable, 50_000)]).to.deep.equal([ofAll, ofPart])
    })

  it('that another payable of the supplier explains: nothing of all, and a warning of the part', async () => {
    const payable = await owed(108_100)
    await owed(50_000, { document_number: 'RE-2026-202', payment_reference: other })
    await paid(debitOf({ name, iban }))
    expect([await tried(payable), await tried(payable, 50_000)]).to.deep.equal(['', WARNED])
  })

  it('that is all of the payable: held back, also of the part', async () => {
    const payable = await owed(108_100)
    await paid(debitOf({ name, iban, amount: '1081.00' }))
    expect([await tried(payable), await tried(payable, 50_000)]).to.deep.equal([HELD, HELD])
  })
})
