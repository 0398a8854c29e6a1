import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfReceived } from './books-of-received.ts'

const DATES = { document_date: '2026-02-10', supply_date: '2026-02-10' }
const IN_APRIL = { business_date: '2026-04-20' }

describe('vouchers under received consideration', () => {
  const { customer, invoiced, owed, received, allocate, undo, booked, recordsOf, figures } = booksOfReceived()
  const sale = () => invoiced(108_100, { ...DATES, tax_lines: [taxLine('V81', 100_000, 8_100)] })

  it('declare tax with money that no bank statement has, and with a set-off', async () => {
    const { id } = await sale()
    const take = (amount: number, purpose: string) =>
      credit('1100', amount, { open_item: { document_id: id, purpose } })
    expect((await booked([debit('1000', 54_050), take(54_050, 'payment')], IN_APRIL)).state).to.equal('posted')
    const bill = await owed(54_050, { ...DATES, tax_lines: [taxLine('I81', 50_000, 4_050)] })
    const setOff = debit('2000', 54_050, { open_item: { supplier_payable_id: bill.id, purpose: 'set_off' } })
    const consent = { set_off_consent: 'agreed' }
    const fact = await booked([setOff, take(54_050, 'set_off')], IN_APRIL, consent)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect((await figures('2026-Q2')).lines).to.deep.equal([
      ['200', 100_000, null],
      ['299', 100_000, null],
      ['303', 100_000, 8_100],
      ['399', null, 8_100],
      ['405', null, 4_050],
      ['479', null, 4_050],
      ['500', null, 4_050],
    ])
    expect((await undo(`/v1/source-facts/${fact.id}`, { posting_date: '2026-07-01' })).status).to.equal(202)
    expect((await figures('2026-Q3')).lines).to.deep.equal([
      ['200', -50_000, null],
      ['299', -50_000, null],
      ['303', -50_000, -4_050],
      ['399', null, -4_050],
      ['405', null, -4_050],
      ['479', null, -4_050],
    ])
  })

  it('extinguish the tax of what is written off, which no return has', async () => {
    const { id } = await sale()
    const payment = await received(bankEntry({ amount: '1059.38' }))
    await allocate(payment.id, [[id, 105_938]], { posting_date: '2026-04-20' })
    const discount = (tax: object[]) => [
      debit('3800', 2_000),
      ...tax,
      credit('1100', 2_162, { open_item: { document_id: id, purpose: 'write_off' } }),
    ]
    const wrong = await booked(
      [...discount([debit('2200', 161, { tax_code: 'VS81', tax_base: chf(2_000) })]), debit('6945', 1)],
      IN_APRIL,
    )
    expect(wrong.blockers.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'open_item_mismatch',
        'What is written off was never received, so its tax is never due: the voucher needs one line that takes it back from the tax account, a debit of CHF 1.62 with a code at 8.1 % (VS81).',
      ],
    ])
    const fact = await booked(discount([debit('2200', 162, { tax_code: 'VS81', tax_base: chf(2_000) })]), IN_APRIL)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 100_000, 8_100],
      ['V81', 'declared', 98_000, 7_938],
      ['V81', 'extinguished', 2_000, 162],
    ])
    const { lines, steps } = await figures('2026-Q2')
    expect(lines.map(([figure, base]) => [figure, base])).to.deep.equal([
      ['200', 98_000],
      ['299', 98_000],
      ['303', 98_000],
      ['399', null],
      ['500', null],
    ])
    expect(steps).to.deep.equal([
      ['payable_tax', 7_938],
      ['not_due', -8_100],
    ])
    expect((await undo(`/v1/source-facts/${fact.id}`, { posting_date: '2026-04-21' })).status).to.equal(202)
    expect((await recordsOf()).at(-1)).to.deep.equal(['V81', 'extinguished', -2_000, -162])
  })

  it('do not take a reduction of what was not received for one of turnover', async () => {
    const { id } = await sale()
    const lines = [
      debit('1000', 105_938),
      debit('3800', 2_000),
      debit('2200', 162, { tax_code: 'VS81', tax_base: chf(2_000) }),
      credit('1100', 108_100, { open_item: { document_id: id, purpose: 'payment' } }),
    ]
    const fact = await booked(lines, IN_APRIL)
    expect(fact.blockers.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['open_item_mismatch', '/payload/lines/2/tax_code'],
    ])
  })

  it('that open an item owe its tax with the payment, a cash sale at once, and 235 has what was given back', async () => {
    const taxed = (more: object = {}) => credit('2200', 8_100, { tax_code: 'V81', tax_base: chf(100_000), ...more })
    const opened = debit('1100', 108_100, { open_item: { new: { partner: { name: 'Kundin GmbH' } } } })
    const invoice = await booked([opened, credit('3200', 100_000), taxed()])
    expect(invoice.state, JSON.stringify(invoice.blockers)).to.equal('posted')
    expect((await booked([debit('1000', 108_100), credit('3200', 100_000), taxed()])).state).to.equal('posted')
    const refund = debit('2200', 810, { tax_code: 'VS81', tax_base: chf(10_000) })
    expect((await booked([debit('3800', 10_000), refund, credit('1000', 10_810)])).state).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 100_000, 8_100],
      ['V81', 'due', 100_000, 8_100],
      ['VS81', 'due', 10_000, 810],
    ])
    const { id } = await firstOf('documents', customer(), `&source_fact_id=${invoice.id}`)
    const payment = await received(bankEntry({ amount: '1081.00' }))
    await allocate(payment.id, [[id, 108_100]], { posting_date: '2026-04-20' })
    expect((await recordsOf()).at(-1)).to.deep.equal(['V81', 'declared', 100_000, 8_100])
    const partly = await booked([
      { ...opened, debit: chf(50_000) },
      debit('1000', 58_100),
      credit('3200', 100_000),
      taxed(),
    ])
    expect(partly.blockers.map(({ code, pointer }) => [code, pointer])).to.deep.equal([
      ['open_item_mismatch', '/payload/lines/3/tax_code'],
    ])
    const beside = await booked([opened, debit('1000', 108_100), credit('3200', 208_100), taxed()])
    expect(beside.blockers.map(({ code, message, pointer }) => [code, message, pointer])).to.deep.equal([
      [
        'open_item_mismatch',
        'The tax is due with the payment of the item that the voucher opens, or at once with the debit of account 1000: nothing says which of the two is taxed. Book each of them in a voucher of its own.',
        '/payload/lines/3/tax_code',
      ],
    ])
    const two = [debit('1100', 54_050, opened), opened]
    const both = await booked([...two, credit('3200', 154_050), taxed()])
    expect(both.state).to.equal('blocked')
  })

  it('have the tax of an advance due when the money comes', async () => {
    const advance = credit('2030', 50_000, { open_item: { new: { partner: { name: 'Kundin GmbH' } } } })
    const fact = await booked([
      debit('1000', 54_050),
      advance,
      credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    ])
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([['V81', 'due', 50_000, 4_050]])
  })

  it('declare tax when the credit of a customer is used', async () => {
    const first = await invoiced(1_000, { ...DATES, tax_lines: [taxLine('NONE', 1_000, 0)] })
    const payment = await received(bankEntry({ amount: '1091.00' }))
    await allocate(payment.id, [[first.id, 1_000]], { posting_date: '2026-04-19' })
    const { id } = await sale()
    const lines = [
      debit('2030', 108_100, { open_item: { payment_id: payment.id, purpose: 'set_off' } }),
      credit('1100', 108_100, { open_item: { document_id: id, purpose: 'set_off' } }),
    ]
    const consent = { set_off_consent: 'agreed' }
    const fact = await booked(lines, IN_APRIL, consent)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect((await recordsOf()).at(-1)).to.deep.equal(['V81', 'declared', 100_000, 8_100])
  })
})
