import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { creditorReference } from '../../../../shared/accounting/documents/payment-references.ts'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post, put } from '../../../support/client.ts'
import { booksToOrder, HOLZ_IBAN, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const HELD = 'debit_not_booked'
const WARNED = 'debit_may_fit'
const [own, other] = [creditorReference('301'), creditorReference('302')]

/** What a debit in francs says, and what was instructed. */
type Said = {
  amount?: string
  instructed?: string
  currency?: string
  day?: string
  name?: string
  iban?: string
  reference?: string
}
const debitOf = (said: Said) => {
  const { amount = '96.12', instructed, currency = 'EUR', day = date, name, iban, reference } = said
  const told = instructed && `<AmtDtls><InstdAmt><Amt Ccy="${currency}">${instructed}</Amt></InstdAmt></AmtDtls>`
  const parties = `${name ? `<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>` : ''}${iban ? `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` : ''}`
  const structured =
    reference &&
    `<RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`
  const details = `<TxDtls>${told ?? ''}<RltdPties>${parties}</RltdPties>${structured ?? ''}</TxDtls>`
  return bankEntry({ amount, direction: 'DBIT', date: day, details })
}
const [name, iban] = ['Holz', HOLZ_IBAN]

/** The payable is of EUR 100.00, of today, which is CHF 95.00 in the books. */
const CASES: readonly (readonly [what: string, said: Said, expected: string])[] = [
  ['the supplier, with its amount instructed', { name, iban, instructed: '100.00' }, HELD],
  ['the supplier alone, with its amount instructed', { name, instructed: '100.00' }, HELD],
  ['the supplier, with another amount instructed', { name, iban: OTHER_IBAN, instructed: '96.00' }, ''],
  ['somebody else, with its amount instructed', { name: 'Steueramt', iban: OTHER_IBAN, instructed: '100.00' }, ''],
  ['the supplier, with francs instructed', { name, iban, instructed: '96.00', currency: 'CHF' }, ''],
  ['the supplier and its account', { name, iban }, WARNED],
  ['its account', { iban }, WARNED],
  ['the supplier alone', { name }, WARNED],
  ['the supplier and another account', { name, iban: OTHER_IBAN }, ''],
  ['somebody else', { name: 'Steueramt', iban: OTHER_IBAN }, ''],
  ['the supplier, of more than a tenth more', { name, iban, amount: '104.51' }, ''],
  ['the supplier, before the document', { name, iban, day: addDays(date, -7) }, ''],
  ['its reference, to another account', { name: 'Steueramt', iban: OTHER_IBAN, amount: '50.00', reference: own }, HELD],
  ['the supplier, with a part instructed', { name, iban, instructed: '50.00' }, WARNED],
  ['the supplier with another reference', { name, iban, reference: other }, ''],
]

describe('a debit in francs of a payable in euros', () => {
  const { customer, owedToHolz, request, paid } = booksToOrder()
  const owed = async () => {
    const rates = [{ currency: 'EUR', rate_date: addDays(date, -30), rate: '0.95', source: 'test' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const gross_amount = { amount_minor: 10_000, currency: 'EUR' }
    const dates = { document_date: date, due_date: date }
    return owedToHolz(0, { ...dates, currency: 'EUR', gross_amount, payment_reference: own })
  }
  const tried = async (payable: { id: string }) => {
    const body = request({ payables: [payable.id] })
    const { body: answer } = await post('/v1/payment-orders?dry_run=true', body, { idempotencyKey: null })
    const { payments, warnings } = answer as unknown as PaymentOrderTrial
    return [...payments.flatMap(({ defects }) => defects), ...warnings].map(({ code }) => code).join(' ')
  }

  for (const [what, said, expected] of CASES)
    it(`that names ${what}: ${expected || 'nothing'}`, async () => {
      const payable = await owed()
      await paid(debitOf(said))
      expect(await tried(payable)).to.equal(expected)
    })

  it('or of one in francs with charges, by what was instructed: held back', async () => {
    const payable = await owedToHolz(10_000, { document_date: date, due_date: date })
    await paid(debitOf({ amount: '105.00', name, iban, instructed: '100.00', currency: 'CHF' }))
    expect(await tried(payable)).to.equal(HELD)
  })

  it('that a payable in francs explains: nothing', async () => {
    const payable = await owed()
    await owedToHolz(9_612, { document_date: date, due_date: date })
    await paid(debitOf({ name, iban }))
    expect(await tried(payable)).to.equal('')
  })
})
