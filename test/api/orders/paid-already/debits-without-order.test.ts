import { expect } from 'chai'
import type { PaymentOrderTrial } from '../../../../shared/contract/orders/payment-order-trial.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { post } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToOrder, detailsOf, HOLZ_IBAN, holz, OTHER_IBAN } from '../books-to-order.ts'

const date = todayInSwitzerland()
const party = (name: string, iban: string) =>
  `<RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
const tx = (inside: string, amount = '') =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount && `<Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`}${inside}</TxDtls>`
const namesHolz = tx('<RltdPties><Cdtr><Pty><Nm>Holz</Nm></Pty></Cdtr></RltdPties>')
const toHolz = tx(party('Holz', HOLZ_IBAN))

/** What was paid in e-banking, or by an order that is forgotten, and nobody has booked. */
describe('payables that debits of the bank may have paid', () => {
  const { owedToHolz, order, request, paid, list } = booksToOrder()
  const debit = (amount: string, details = '') => bankEntry({ amount, direction: 'DBIT', date, details })
  const owed = (amount: number, more: object = {}) =>
    owedToHolz(amount, { document_date: date, due_date: date, ...more })
  const ofOther = {
    supplier: holz({ name: 'Metallbau Eisen AG', iban: OTHER_IBAN }),
    supplier_external_reference: 'L-8',
  }
  /** By payable, what a trial says of it. */
  const tried = async (...payables: { id: string }[]) => {
    const body = request({ payables: payables.map(({ id }) => id) })
    const { body: answer } = await post('/v1/payment-orders?dry_run=true', body, { idempotencyKey: null })
    const { payments, warnings } = answer as unknown as PaymentOrderTrial
    return payables.map(({ id }) => {
      const defects = payments.find((one) => one.supplier_payable_id === id)?.defects ?? []
      const warned = warnings.filter((one) => one.supplier_payable_id === id)
      return [...defects, ...warned].map(({ code }) => code).join(' ')
    })
  }
  const HELD = 'debit_not_booked'
  const WARNED = 'debit_may_fit'
  const CREDIT = 'supplier_credit_open'

  it('hold back each payable of the sum that one debit to their supplier is: 100.00 and 54.05 of 154.05, and not 30.00', async () => {
    const [wood, metal, other] = [await owed(10_000), await owed(5_405), await owed(3_000)]
    await paid(debit('154.05', toHolz))
    expect(await tried(wood, metal, other)).to.deep.equal([HELD, HELD, ''])
    const { status, text } = await order({ payables: [wood.id] })
    expect([status, ...detailsOf(text)]).to.deep.equal([422, '/payables/0 debit_not_booked'])
    const entry = there((await list('camt-053/entries'))[0])
    expect(text).to.include(entry.id)
    const { status: accepted } = await order({ payables: [wood.id], accepted_debits: [entry.id] })
    expect(accepted).to.equal(201)
  })

  it('hold back what a debit less the discount of its terms may have paid, and are warned of a part where these are over: 98.00 of 100.00', async () => {
    const discount_terms = [{ days: 10, discount_bp: 200 }]
    const [within, over] = [
      await owed(10_000, { discount_terms }),
      await owed(20_000, { discount_terms, document_date: '2026-05-01' }),
    ]
    await paid(debit('98.00', toHolz), debit('196.00', toHolz))
    expect(await tried(within, over)).to.deep.equal([HELD, WARNED])
  })

  it('hold back what a debit less a credit note of the supplier may have paid, but not one of another supplier: 90.00 of 100.00', async () => {
    const [wood, metal] = [await owed(10_000), await owed(20_000, ofOther)]
    await owed(-1_000)
    await paid(
      debit('90.00', namesHolz),
      debit('190.00', tx('<RltdPties><Cdtr><Pty><Nm>Eisen</Nm></Pty></Cdtr></RltdPties>')),
    )
    expect(await tried(wood, metal)).to.deep.equal([`${HELD} ${CREDIT}`, ''])
    expect(await tried(wood)).to.deep.equal([`${HELD} ${CREDIT}`])
  })

  it('are warned of only where the credit note fits two payables', async () => {
    const wood = await owed(10_000, { document_number: 'H-101' })
    await owed(-1_000)
    await paid(debit('90.00', namesHolz))
    const alike = await owed(10_000, { document_number: 'H-102' })
    expect(await tried(wood, alike)).to.deep.equal([`${WARNED} ${CREDIT}`, `${WARNED} ${CREDIT}`])
    expect(await tried(wood)).to.deep.equal([`${WARNED} ${CREDIT}`])
  })

  it('hold back what a part of a collective debit pays by the account of the supplier and its amount', async () => {
    const [wood, metal, other] = [await owed(10_000), await owed(5_405, ofOther), await owed(7_000)]
    const parts = tx(party('Holz', HOLZ_IBAN), '100.00') + tx(party('Andere', 'CH5604835012345678009'), '54.05')
    await paid(debit('154.05', parts))
    expect(await tried(wood, metal, other)).to.deep.equal([HELD, '', ''])
  })

  it('hold back all payables of an order that a debit without a name is the sum of, and warn of one that is its amount', async () => {
    const [wood, metal] = [await owed(10_000), await owed(5_405, ofOther)]
    await paid(debit('154.05'))
    expect(await tried(wood, metal)).to.deep.equal([HELD, HELD])
    expect(await tried(wood)).to.deep.equal([''])
    await paid(debit('100.00'))
    expect(await tried(wood)).to.deep.equal([WARNED])
    const { status, body } = await order({ payables: [wood.id] })
    expect(status).to.equal(201)
    expect(body.warnings.map(({ supplier_payable_id, code }) => [supplier_payable_id, code])).to.deep.equal([
      [wood.id, WARNED],
    ])
  })

  it('are warned of only where the debit may be the payment of another payable that waits', async () => {
    const numbered = ['H-101', 'H-102'].map((document_number) => owed(10_000, { document_number }))
    const [first, second] = [there(await numbered[0]), there(await numbered[1])]
    expect((await order({ payables: [first.id], execution_date: date })).status).to.equal(201)
    await paid(debit('100.00', toHolz))
    expect(await tried(second)).to.deep.equal([WARNED])
  })

  it('are not held back by what was paid before their document, by another payment of ours, or to somebody else', async () => {
    const payable = await owed(10_000)
    const other = await owed(10_000, ofOther)
    const before = bankEntry({ amount: '100.00', direction: 'DBIT', date: '2026-05-01', details: toHolz })
    const { body } = await order({ payables: [other.id], execution_date: date })
    const ours = `<TxDtls><Refs><EndToEndId>${there(body.payments[0]).end_to_end_id}</EndToEndId></Refs></TxDtls>`
    await paid(before, debit('100.00', ours), debit('100.00', tx(party('Bäckerei Brot', 'CH5604835012345678009'))))
    expect(await tried(payable)).to.deep.equal([''])
  })
})
