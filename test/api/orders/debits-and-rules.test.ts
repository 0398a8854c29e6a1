import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { bankEntry, camt054Message } from '../../camt053/messages.ts'
import { statusReport } from '../../camt053/status-report.ts'
import { quietly } from '../../support/books.ts'
import { notify, post, put } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { createRule } from '../bank-rules/rule-requests.ts'
import { booksToOrder, DEBTOR, HOLZ_IBAN, holz, OTHER_IBAN } from './books-to-order.ts'

const today = todayInSwitzerland()
/** A debit of one payment, with what it tells of the creditor. */
const debited = (amount: string, { name = '', iban = '', id = 'NOTPROVIDED' }) => {
  const account = iban && `<CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>`
  const parties = `<RltdPties>${name && `<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>`}${account}</RltdPties>`
  return bare(amount, `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${parties}</TxDtls>`)
}
const bare = (amount: string, details = '') => bankEntry({ amount, direction: 'DBIT', date: today, details })

/** What is ordered is booked once: whatever the debit leaves out, no automatic rule books it as an expense of its own. */
describe('debits of orders, and a rule that books every debit', () => {
  const { customer, owed, owedToHolz, order, paid, stated, list, settle, openOf } = booksToOrder()
  const owedToPaper = (amount: number, document_number: string) =>
    owed(amount, {
      document_number,
      supplier: holz({ name: 'Papier AG', supplier_external_reference: 'L-8', iban: OTHER_IBAN }),
      supplier_external_reference: 'L-8',
    })
  const ordered = async (...payables: { readonly id: string }[]) => {
    const { body, text } = await order({ payables: payables.map(({ id }) => id), execution_date: today })
    expect(body.payments, text).to.have.length(payables.length)
    return body
  }
  beforeEach(async () => {
    const { status, text } = await createRule(customer(), {
      ...{ mode: 'automatic', state: 'on' },
      conditions: { credit_debit_indicator: 'DBIT', amount_from: chf(1) },
      action: { text: 'Aufwand', lines: [{ account_code: '6500' }] },
    })
    expect(status, text).to.equal(201)
  })
  /** What is proposed for each debit, by its amount; the rule is proposed besides. */
  const proposed = async () => {
    await quietly(customer())
    const entries = await list('camt-053/entries')
    expect(entries.map(({ booking_state }) => booking_state)).to.not.include('booked')
    const amounts = new Map(entries.map(({ id, amount }) => [id, amount.amount_minor]))
    return (await list('settlement-candidates'))
      .filter(({ target_type }) => target_type !== 'rule')
      .map((one) => {
        const money = `${amounts.get(one.entry_id)}: ${one.proposed_amount.amount_minor}`
        return [money, one.target_supplier_payable_id, one.score, ...one.reasons].join(' ')
      })
  }

  it('by the name, with charges, and in francs for euros: 1,081.00, 505.00 and 96.12', async () => {
    const rates = [{ currency: 'EUR', rate_date: '2026-03-01', rate: '0.95', source: 'test' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const [paper, wood] = [await owedToPaper(108_100, 'P1'), await owedToHolz(50_000)]
    const euros = await owedToHolz(0, { currency: 'EUR', gross_amount: { amount_minor: 10_000, currency: 'EUR' } })
    await ordered(paper, wood, euros)
    await paid(
      debited('1081.00', { name: 'PAPIER' }),
      debited('505.00', { iban: HOLZ_IBAN }),
      debited('96.12', { iban: HOLZ_IBAN }),
    )
    expect(await proposed()).to.have.members([
      `108100: 108100 ${paper.id} 84 ordered amount name`,
      `50500: 50000 ${wood.id} 76 ordered iban`,
      `9612: 10000 ${euros.id} 78 ordered iban`,
    ])
  })

  it('of a whole batch, of which the bank has rejected a payment: 1,131.00 for 1,081.00 and 50.00', async () => {
    const [paper, wood] = [await owedToPaper(108_100, 'P1'), await owedToHolz(5_000)]
    const { id, message_id, payments, batches } = await ordered(paper, wood)
    const rejected = { id: there(payments[1]).end_to_end_id, status: 'RJCT' }
    const report = statusReport(message_id, {}, [
      { id: there(batches[0]).payment_information_id, payments: [rejected] },
    ])
    const headers = { 'Content-Type': 'application/xml' }
    await post(`/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`, report, { headers })
    await paid(bare('1131.00'))
    expect(await proposed()).to.deep.equal([`113100: 108100 ${paper.id} 88 ordered_batch`])
    const { canonical_entry_hash: evidence_sha256 } = there((await list('camt-053/entries'))[0])
    const { status, text } = await settle(paper.id, 108_100, { evidence_sha256, settlement_date: today })
    expect(status, text).to.equal(201)
    expect([await openOf('supplier-payables', paper.id), await openOf('supplier-payables', wood.id)]).to.deep.equal([
      0, 5_000,
    ])
  })

  it('of two batches with one sum, each of which may be meant: 150.00', async () => {
    const [a, b] = [await owedToPaper(10_000, 'P1'), await owedToHolz(5_000)]
    const [c, d] = [await owedToPaper(12_000, 'P2'), await owedToHolz(3_000)]
    await ordered(a, b)
    await ordered(c, d)
    await paid(bare('150.00'))
    expect(await proposed()).to.have.members(
      (
        [
          [a, 10_000],
          [b, 5_000],
          [c, 12_000],
          [d, 3_000],
        ] as const
      ).map(([{ id }, amount]) => `15000: ${amount} ${id} 85 ordered_batch other_ordered`),
    )
  })

  it('of an account that its bank names by a number of its own: 100.00', async () => {
    const wood = await owedToHolz(10_000)
    await ordered(wood)
    await stated('835-12345678', debited('100.00', { iban: HOLZ_IBAN }))
    expect(await proposed()).to.deep.equal([`10000: 10000 ${wood.id} 88 ordered amount iban`])
  })

  it('of a batch that it names, with a sum that nobody has told: 120.00 of 150.00', async () => {
    const [paper, wood] = [await owedToPaper(10_000, 'P1'), await owedToHolz(5_000)]
    const { batches } = await ordered(paper, wood)
    await paid(bare('120.00', `<Btch><PmtInfId>${there(batches[0]).payment_information_id}</PmtInfId></Btch>`))
    expect(await proposed()).to.have.members([
      `12000: 10000 ${paper.id} 75 payment_information_id`,
      `12000: 5000 ${wood.id} 75 payment_information_id`,
    ])
  })

  it('whose batch a notification names alone: 150.00', async () => {
    const [paper, wood] = [await owedToPaper(10_000, 'P1'), await owedToHolz(5_000)]
    const { batches } = await ordered(paper, wood)
    const batch = `<Btch><PmtInfId>${there(batches[0]).payment_information_id}</PmtInfId></Btch>`
    const one = (amount: string) =>
      `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>`
    const booked = (inside: string) =>
      bare('150.00', inside).replace('</ValDt>', '</ValDt><AcctSvcrRef>BANK-9</AcctSvcrRef>')
    const bankAccount = `<Id><IBAN>${DEBTOR}</IBAN></Id>`
    const told = camt054Message({ bankAccount, bankEntries: booked(batch + one('100.00') + one('50.00')) })
    await notify(customer(), told, { wait: 10 })
    await paid(booked(''))
    expect(await proposed()).to.have.members([
      `15000: 10000 ${paper.id} 100 payment_information_id`,
      `15000: 5000 ${wood.id} 100 payment_information_id`,
    ])
  })

  it('whose payable a voucher has paid meanwhile: 100.00 is no expense', async () => {
    const wood = await owedToHolz(10_000)
    const { payments } = await ordered(wood)
    const open_item = { supplier_payable_id: wood.id, purpose: 'payment' }
    const lines = [debit('2000', 10_000, { open_item }), credit('1000', 10_000)]
    const { body } = await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
    expect(body.state).to.equal('posted')
    await paid(debited('100.00', { id: there(payments[0]).end_to_end_id }))
    expect(await proposed()).to.deep.equal([])
  })
})
