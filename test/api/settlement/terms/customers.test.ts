import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post, put } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { KMU_ACCOUNTS, newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

/** Each case to the Rappen: what it moves on each account, its tax records, and what is open afterwards. */
describe('payments of customers', () => {
  const { customer, invoiced, received, openOf } = booksToSettle()
  const service = (more: object = {}) => invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)], ...more })
  const allocate = (money: object, ...lines: object[]) =>
    post('/v1/allocations', { end_customer_id: customer(), lines, ...money }, { wait: 10 })
  const deducted = (type: string, amount: number, more: object = {}) => ({ type, amount: chf(amount), ...more })
  const lineOf = (document: { id: string }, amount: number, ...deductions: object[]) => ({
    document_id: document.id,
    amount: chf(amount),
    ...(deductions.length > 0 && { deductions }),
  })

  it('in full, of many documents, in part, beyond what is open, and credit on a later document', async () => {
    const [first, second] = [await service(), await invoiced(30_000)]
    const all = await received(bankEntry({ amount: '1381.00' }))
    const { body } = await allocate({ payment_id: all.id }, lineOf(first, 108_100), lineOf(second, 30_000))
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1020: 138_100, 1100: -138_100 })
    const third = await service()
    const part = await received(bankEntry({ amount: '400.00' }))
    await allocate({ payment_id: part.id }, lineOf(third, 40_000))
    expect(await openOf('documents', third.id)).to.equal(68_100)
    const more = await received(bankEntry({ amount: '700.00' }))
    const { body: over } = await allocate({ payment_id: more.id }, lineOf(third, 68_100))
    expect(await movedBy(over.journal_entry_id)).to.deep.equal({ 1020: 70_000, 1100: -68_100, 2030: -1_900 })
    expect([await taxOf(over.journal_entry_id), over.customer_credit_balance.amount_minor]).to.deep.equal([[], 1_900])
    const later = await invoiced(5_000)
    const { body: used } = await allocate({ payment_id: more.id }, lineOf(later, 1_900))
    expect(await movedBy(used.journal_entry_id)).to.deep.equal({ 2030: 1_900, 1100: -1_900 })
    expect(used.customer_credit_balance.amount_minor).to.equal(0)
  })

  it('less a discount of 2 %', async () => {
    const document = await service()
    const payment = await received(bankEntry({ amount: '1059.38' }))
    const { body } = await allocate({ payment_id: payment.id }, lineOf(document, 105_938, deducted('discount', 2_162)))
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      1020: 105_938,
      3800: 2_000,
      2200: 162,
      1100: -108_100,
    })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['VS81 235 2000 162'])
    expect([body.amount.amount_minor, body.lines[0]?.amount.amount_minor, body.lines[0]?.deductions]).to.deep.equal([
      105_938,
      105_938,
      [{ type: 'discount', amount: chf(2_162), account_code: null, tax_code: null }],
    ])
    expect(await openOf('documents', document.id)).to.equal(0)
  })

  it('5 Rappen short, and less the fee of a card', async () => {
    const [short, card] = [await service(), await service()]
    const payment = await received(bankEntry({ amount: '1080.95' }))
    const { body } = await allocate({ payment_id: payment.id }, lineOf(short, 108_095, deducted('rounding', 5)))
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1020: 108_095, 6945: 5, 1100: -108_100 })
    const net = await received(bankEntry({ amount: '1076.00' }))
    const { body: fee } = await allocate({ payment_id: net.id }, lineOf(card, 107_600, deducted('bank_charges', 500)))
    expect(await movedBy(fee.journal_entry_id)).to.deep.equal({ 1020: 107_600, 6940: 500, 1100: -108_100 })
    expect([await openOf('documents', short.id), await openOf('documents', card.id)]).to.deep.equal([0, 0])
  })

  it('a rest that is lost beside the dividend of a bankruptcy', async () => {
    const document = await service()
    const payment = await received(bankEntry({ amount: '81.00' }))
    const { body } = await allocate(
      { payment_id: payment.id, reason: 'certificate of loss' },
      lineOf(document, 8_100, deducted('write_off', 100_000)),
    )
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      1020: 8_100,
      3805: 92_507,
      2200: 7_493,
      1100: -108_100,
    })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['VS81 235 92507 7493'])
    const reversed = await post(
      `/v1/allocations/${body.id}/reverse`,
      { end_customer_id: customer(), reason: 'x' },
      { wait: 10 },
    )
    expect(reversed.body.state).to.equal('reversed')
    expect(await openOf('documents', document.id)).to.equal(108_100)
    expect(await openOf('payments', payment.id)).to.equal(8_100)
  })

  it('two rates, exports and lines without tax have their parts each', async () => {
    const lines = [
      taxLine('V81', 50_000, 4_050),
      taxLine('V26', 20_000, 520),
      taxLine('V0X', 20_000, 0),
      taxLine('NONE', 5_430, 0),
    ]
    const document = await invoiced(100_000, { tax_lines: lines })
    const cash = { account_code: '1000', posting_date: '2026-04-15' }
    const { body } = await allocate(cash, lineOf(document, 90_000, deducted('discount', 10_000)))
    // 5405.00, 2052.00, 2000.00 and 543.00 of 10000.00
    expect(await taxOf(body.journal_entry_id)).to.deep.equal([
      'VS81 235 5000 405',
      'VS26 235 2000 52',
      'V0X 220 -2000 0',
    ])
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({ 1000: 90_000, 3800: 9_543, 2200: 457, 1100: -100_000 })
  })

  it('a credit note, an account of its own with a code of the document', async () => {
    const note = await invoiced(-108_100, { tax_lines: [taxLine('V81', -100_000, -8_100)] })
    const cash = { account_code: '1000', posting_date: '2026-04-15' }
    const { body } = await allocate(cash, lineOf(note, -105_938, deducted('discount', -2_162)))
    expect(await movedBy(body.journal_entry_id)).to.deep.equal({
      1000: -105_938,
      3800: -2_000,
      2200: -162,
      1100: 108_100,
    })
    expect(await taxOf(body.journal_entry_id)).to.deep.equal(['VS81 235 -2000 -162'])
    const document = await service()
    const bonus = deducted('other', 10_810, { account_code: '3801', tax_code: 'VS81' })
    const { body: less } = await allocate(cash, lineOf(document, 97_290, bonus))
    expect(await movedBy(less.journal_entry_id)).to.deep.equal({
      1000: 97_290,
      3801: 10_000,
      2200: 810,
      1100: -108_100,
    })
  })
})

describe('a loss where no account is mapped to losses', () => {
  const { customer, invoiced } = booksToSettle(() => newKmuCustomer(['3805']))
  async function closed(...types: readonly string[]) {
    const document = await invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const deductions = types.map((type) => ({ type, amount: chf(10_810) }))
    const line = { document_id: document.id, amount: chf(108_100 - 10_810 * types.length), deductions }
    const reason = types.includes('write_off') ? { reason: 'certificate of loss' } : {}
    const cash = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-04-15' }
    return (await post('/v1/allocations', { ...cash, ...reason, lines: [line] }, { wait: 10 })).body
  }
  const toldBy = ({ warnings = [] }: Awaited<ReturnType<typeof closed>>) =>
    warnings.map(({ code, pointer }) => `${code} ${pointer}`)
  const now = async ({ id }: { id: string }) => (await get(`/v1/allocations/${id}`)).body

  it('stands among the reductions, with a warning, until it is booked anew', async () => {
    expect(toldBy(await closed('discount'))).to.deep.equal([])
    const lost = await closed('discount', 'write_off')
    expect(toldBy(lost)).to.deep.equal(['bad_debt_without_account /lines/0/deductions/1'])
    expect(await movedBy(lost.journal_entry_id)).to.deep.equal({
      1000: 86_480,
      3800: 20_000,
      2200: 1_620,
      1100: -108_100,
    })
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    const chart = { end_customer_id: customer(), valid_from: '2020-01-01', accounts }
    expect((await put('/v1/accounts', chart, { wait: 10 })).status).to.equal(202)
    const mapped = await closed('write_off')
    expect([toldBy(mapped), await movedBy(mapped.journal_entry_id)]).to.deep.equal([
      [],
      { 1000: 97_290, 3805: 10_000, 2200: 810, 1100: -108_100 },
    ])
    // The mapping has moved nothing that was booked before.
    expect(toldBy(await now(lost))).to.deep.equal(['bad_debt_without_account /lines/0/deductions/1'])
    await post(`/v1/allocations/${lost.id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
    expect(toldBy(await now(lost))).to.deep.equal([])
  })
})
