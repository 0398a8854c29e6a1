import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy } from './balances.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

describe('money in another currency than the item', () => {
  const { customer, owed, invoiced, list, paid, received, settle, openOf } = booksToSettle()
  beforeEach(async () => {
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.94', rate_date: '2026-04-01' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
  })
  const foreign = () => owed(0, { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] })
  const debited = async (amount: string, more: object = {}) => {
    await paid(bankEntry({ amount, direction: 'DBIT', ...more }))
    return { evidence_sha256: there((await list('camt-053/entries')).at(-1)).canonical_entry_hash }
  }
  const charges = (amount_minor: number, currency = 'CHF') => [
    { type: 'bank_charges', amount: { amount_minor, currency } },
  ]

  it('EUR 500.00 at 0.95 from an account in francs: the bank charges 470.00 and a fee of 5.00, or takes 480.00', async () => {
    const [gained, lost] = [await foreign(), await foreign()]
    const { body } = await settle(gained.id, 0, {
      amount: eur(50_000),
      ...(await debited('475.00')),
      deductions: charges(500),
    })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1020: -47_500, 6940: 500, 6999: -500 })
    const { body: more } = await settle(lost.id, 0, { amount: eur(50_000), ...(await debited('480.00')) })
    expect(await movedBy(more.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1020: -48_000, 6949: 500 })
    expect([await openOf('supplier-payables', gained.id), await openOf('supplier-payables', lost.id)]).to.deep.equal([
      0, 0,
    ])
  })

  it('one debit in francs pays two items in euros, each with what it took', async () => {
    const [first, second] = [await foreign(), await foreign()]
    const evidence = await debited('955.00')
    const { body } = await settle(first.id, 0, {
      amount: eur(50_000),
      paid: chf(47_000),
      ...evidence,
      deductions: charges(500),
    })
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1020: -47_500, 6940: 500, 6999: -500 })
    expect([body.paid, body.evidence_used]).to.deep.equal([chf(47_000), chf(47_500)])
    const { body: other } = await settle(second.id, 0, { amount: eur(50_000), paid: chf(48_000), ...evidence })
    expect(await movedBy(other.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1020: -48_000, 6949: 500 })
    const third = await foreign()
    const used = await settle(third.id, 0, { amount: eur(1), paid: chf(1), ...evidence })
    expect(used.body.error.details.map(({ code }) => code)).to.deep.equal(['evidence_exhausted'])
    const { body: cash } = await settle(third.id, 0, { amount: eur(50_000), paid: chf(47_500), account_code: '1000' })
    expect(await movedBy(cash.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1000: -47_500 })
  })

  it('CHF 475.00 from an account in euros: the money has the value of its day', async () => {
    const payable = await owed(47_500, { tax_lines: [] })
    const request = { paid: eur(50_000), account_code: '1024', deductions: charges(1_000, 'EUR') }
    const { status, body } = await settle(payable.id, 47_500, request)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    // 510.00 at 0.94 is 479.40: 9.40 of it are the fee, and 470.00 have closed 475.00.
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 2000: 47_500, 1024: -47_940, 6940: 940, 6999: -500 })
    const { body: entry } = await get(`/v1/journal-entries/${there(body.journal_entry_id)}`)
    expect(entry.lines.map(({ transaction_amount }) => transaction_amount)).to.deep.equal([
      chf(47_500),
      eur(51_000),
      eur(1_000),
      chf(500),
    ])
    expect(await openOf('supplier-payables', payable.id)).to.equal(0)
  })

  it('refuses what was paid in the currency of the item, with another sign, or beyond the bank entry', async () => {
    const payable = await foreign()
    const evidence = await debited('475.00')
    const code = async (more: object) => {
      const { status, body } = await settle(payable.id, 0, { amount: eur(50_000), ...more })
      return [status, ...body.error.details.map(({ pointer, code }) => `${pointer} ${code}`)]
    }
    expect(await code({ paid: eur(50_000) })).to.deep.equal([422, '/paid/currency not_allowed'])
    expect(await code({ paid: chf(-47_000) })).to.deep.equal([422, '/paid/amount_minor out_of_range'])
    expect(await code({ paid: chf(47_501), ...evidence })).to.deep.equal([422, '/evidence_sha256 evidence_exhausted'])
    expect(await code({ paid: { amount_minor: 1, currency: 'USD' }, ...evidence })).to.deep.equal([
      422,
      '/evidence_sha256 evidence_currency_mismatch',
    ])
    expect(await code({ paid: chf(47_000), deductions: charges(5, 'EUR') })).to.deep.equal([
      422,
      '/deductions/0/amount/currency currency_mismatch',
    ])
    expect(await openOf('supplier-payables', payable.id)).to.equal(50_000)
  })

  const allocateTo = (money: object, ...lines: object[]) =>
    post('/v1/allocations', { end_customer_id: customer(), lines, ...money }, { wait: 10 })
  const sale = () => invoiced(0, { currency: 'EUR', gross_amount: eur(100_000) })

  it('a customer pays EUR 1000.00 at 0.95 with francs, in two parts, and the rest is his credit', async () => {
    const document = await sale()
    const payment = await received(bankEntry({ amount: '950.00' }))
    const part = { document_id: document.id, amount: eur(60_000), paid: chf(56_000) }
    const { status, body } = await allocateTo({ payment_id: payment.id }, part)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      1020: 95_000,
      1100: -57_000,
      6949: 1_000,
      2030: -39_000,
    })
    expect([body.amount, body.lines[0]?.amount, body.lines[0]?.paid, body.lines[0]?.open_amount_before]).to.deep.equal([
      chf(56_000),
      eur(60_000),
      chf(56_000),
      eur(100_000),
    ])
    const rest = { document_id: document.id, amount: eur(40_000), paid: chf(38_500) }
    const { body: second } = await allocateTo({ payment_id: payment.id }, rest)
    expect(await movedBy(second.journal_entry_id)).to.deep.equal({ 2030: 38_500, 1100: -38_000, 6999: -500 })
    expect([await openOf('documents', document.id), await openOf('payments', payment.id)]).to.deep.equal([0, 500])
    const reverse = { end_customer_id: customer(), reason: 'x' }
    for (const { id } of [second, body])
      expect((await post(`/v1/allocations/${id}/reverse`, reverse, { wait: 10 })).body.state).to.equal('reversed')
    expect([await openOf('documents', document.id), await openOf('payments', payment.id)]).to.deep.equal([
      100_000, 95_000,
    ])
  })

  it('a customer pays francs with euros on an account, less a discount in francs', async () => {
    const document = await invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const deductions = [{ type: 'discount', amount: chf(2_162) }]
    const line = { document_id: document.id, amount: chf(105_938), paid: eur(113_000), deductions }
    const { body } = await allocateTo({ account_code: '1024', posting_date: '2026-04-15' }, line)
    // 1130.00 at 0.94 is 1062.20.
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      1024: 106_220,
      3800: 2_000,
      2200: 162,
      1100: -108_100,
      6999: -282,
    })
    expect(await openOf('documents', document.id)).to.equal(0)
  })

  it('refuses lines without paid, with paid for nothing, or of other money', async () => {
    const [document, home] = [await sale(), await invoiced(100_000)]
    const payment = await received(bankEntry({ amount: '950.00' }))
    const code = async (more: object, of = document) => {
      const line = { document_id: of.id, amount: eur(100_000), ...more }
      const { status, body } = await allocateTo({ payment_id: payment.id }, line)
      return [status, ...body.error.details.map(({ pointer, code }) => `${pointer} ${code}`)]
    }
    expect(await code({})).to.deep.equal([422, '/lines/0/amount/currency currency_mismatch'])
    expect(await code({ paid: eur(95_000) })).to.deep.equal([422, '/lines/0/paid/currency currency_mismatch'])
    expect(await code({ paid: chf(-95_000) })).to.deep.equal([422, '/lines/0/paid/amount_minor out_of_range'])
    expect(await code({ paid: chf(95_001) })).to.deep.equal([422, '/lines exceeds_open_amount'])
    expect(await code({ amount: chf(95_000), paid: chf(95_000) })).to.deep.equal([
      422,
      '/lines/0/amount/currency currency_mismatch',
    ])
    expect(await code({ amount: chf(95_000), paid: chf(95_000) }, home)).to.deep.equal([
      422,
      '/lines/0/paid not_allowed',
    ])
    const net = { posting_date: '2026-04-15' }
    const { body } = await allocateTo(net, { document_id: document.id, amount: eur(0), paid: chf(1) })
    expect(body.error.details.map(({ pointer }) => pointer)).to.deep.equal(['/lines/0/paid'])
    expect(await openOf('documents', document.id)).to.equal(100_000)
  })
})
