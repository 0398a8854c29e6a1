import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { statusReport } from '../../camt053/status-report.ts'
import { quietly } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { createRule } from '../bank-rules/rule-requests.ts'
import { booksToOrder, HOLZ_IBAN } from './books-to-order.ts'

const today = todayInSwitzerland()
let entries = 0
const moved = (amount: string, { name = '', iban = '', id = 'NOTPROVIDED', direction = 'DBIT' }) => {
  entries += 1
  const other = direction === 'DBIT' ? 'Cdtr' : 'Dbtr'
  const account = iban && `<${other}Acct><Id><IBAN>${iban}</IBAN></Id></${other}Acct>`
  const parties = `<RltdPties>${name && `<${other}><Pty><Nm>${name}</Nm></Pty></${other}>`}${account}</RltdPties>`
  const details = `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${parties}</TxDtls>`
  return bankEntry({ amount, direction, date: today, ref: `H-${entries}`, details })
}
const TO_HOLZ = { name: 'Schreinerei Holz', iban: HOLZ_IBAN }

/** What has fitted an order when it came waits for people, whatever becomes of the order. */
describe('debits that were held back, and a rule that books every one', () => {
  const { customer, owedToHolz, order, withdraw, paid, list, settle } = booksToOrder()
  const ordered = async (amount: number) => {
    const payable = await owedToHolz(amount)
    const { body, text } = await order({ payables: [payable.id], execution_date: today })
    expect(body.payments, text).to.have.length(1)
    return { payable, body, payment: there(body.payments[0]) }
  }
  const bookAll = (credit_debit_indicator = 'DBIT') =>
    createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator, amount_from: chf(1) },
      action: { text: 'Diverses', lines: [{ account_code: '6500' }] },
    })
  beforeEach(async () => expect((await bookAll()).status).to.equal(201))
  const states = async () => {
    await quietly(customer())
    const found = await list('camt-053/entries')
    return found.map(({ amount, booking_state }) => `${amount.amount_minor} ${booking_state}`)
  }

  const fates: readonly [about: string, fate: (one: Awaited<ReturnType<typeof ordered>>) => Promise<unknown>][] = [
    ['is withdrawn', ({ body }) => withdraw(body.id)],
    [
      'is rejected',
      ({ body, payment: { end_to_end_id: id, payment_information_id } }) =>
        post(
          `/v1/payment-orders/${body.id}/status-reports?end_customer_id=${customer()}`,
          statusReport(body.message_id, {}, [{ id: payment_information_id, payments: [{ id, status: 'RJCT' }] }]),
          { headers: { 'Content-Type': 'application/xml' } },
        ),
    ],
    [
      'is of a payable that a voucher has paid in cash',
      ({ payable }) => {
        const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
        const lines = [debit('2000', 10_000, { open_item }), credit('1000', 10_000)]
        return post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
      },
    ],
  ]
  for (const [about, fate] of fates)
    it(`wait on where the payment ${about}: 100.00, and 100.00 that nobody is named for`, async () => {
      const one = await ordered(10_000)
      await paid(moved('100.00', TO_HOLZ))
      await quietly(customer())
      await fate(one)
      await paid(moved('100.00', {}))
      expect(await states()).to.deep.equal(['10000 unbooked', '10000 unbooked'])
    })

  it('wait on where another one has paid: 100.00 twice. What comes later is booked', async () => {
    const { payable } = await ordered(10_000)
    await paid(moved('100.00', TO_HOLZ), moved('100.00', TO_HOLZ))
    await quietly(customer())
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
    const { status, text } = await settle(payable.id, 10_000, { evidence_sha256, settlement_date: today })
    expect(status, text).to.equal(201)
    await paid(moved('70.00', TO_HOLZ))
    expect(await states()).to.deep.equal(['10000 booked', '10000 unbooked', '7000 booked'])
  })

  it('wait by the name with an id of the bank, and unnamed with charges; that of somebody else is booked', async () => {
    await ordered(10_000)
    await paid(
      moved('90.00', { name: 'Schreinerei Holz', id: '20261127-000815' }),
      moved('102.00', {}),
      moved('102.00', { name: 'Miete Meier' }),
    )
    expect(await states()).to.deep.equal(['9000 unbooked', '10200 unbooked', '10200 booked'])
  })

  it('say by the rule that the payment they name was withdrawn, where its payable is closed: by itself, and as a batch', async () => {
    const { payable, body, payment } = await ordered(10_000)
    await withdraw(body.id)
    const open_item = { supplier_payable_id: payable.id, purpose: 'payment' }
    const lines = [debit('2000', 10_000, { open_item }), credit('1000', 10_000)]
    await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
    const batch = `<Btch><PmtInfId>${payment.payment_information_id}</PmtInfId></Btch>`
    await paid(
      moved('100.00', { id: payment.end_to_end_id }),
      bankEntry({ amount: '100.00', direction: 'DBIT', date: today, details: batch }),
    )
    expect(await states()).to.deep.equal(['10000 unbooked', '10000 unbooked'])
    const proposed = await list('settlement-candidates')
    expect(proposed.map(({ target_type, reasons }) => [target_type, ...reasons])).to.deep.equal(
      [1, 2].map(() => ['rule', 'direction', 'amount_range', 'withdrawn_payment']),
    )
  })

  it('that are credits and name an ordered payment without saying why wait too: 100.00; that of another office is booked', async () => {
    expect((await bookAll('CRDT')).status).to.equal(201)
    const { payment } = await ordered(10_000)
    await paid(
      moved('100.00', { id: payment.end_to_end_id, direction: 'CRDT' }),
      moved('60.00', { id: payment.end_to_end_id.replace(/^HB.{26}/, `HB${'Z'.repeat(26)}`), direction: 'CRDT' }),
    )
    expect(await states()).to.deep.equal(['10000 unbooked', '6000 booked'])
  })
})
