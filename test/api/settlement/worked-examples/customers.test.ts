import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
import { chf, credit, debit } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksOfExamples, eur, off } from './books-of-examples.ts'

/** Each by its name, to the Rappen, in the form of one step where there are two. */
describe('worked examples of payments of customers', () => {
  const { customer, invoiced, received, allocate, openOf, c1, lastEntry, debited, booked, came, rates } =
    booksOfExamples()

  it('A1 full, A2 in two steps, A3 many documents, A4 partial', async () => {
    const payment = async (amount: string, text = '') => (await received(bankEntry({ amount, text }))).id
    const [first, two, many, more, part] = [
      await c1(),
      await c1(),
      await invoiced(50_000),
      await invoiced(30_000),
      await c1(),
    ]
    const { body } = await allocate(await payment('1081.00'), [[first.id, 108_100]])
    await came({ 1020: 108_100, 1100: -108_100 }, [], body.journal_entry_id)
    const before = await payment('1081.00', 'A2')
    const bank_entries = [{ entry_id: (await lastEntry()).id, amount: chf(108_100) }]
    const open_item = { payment_id: before, purpose: 'transfer' }
    const step = await booked([debit('1020', 108_100), credit('2030', 108_100, { open_item })], { bank_entries })
    await came({ 1020: 108_100, 2030: -108_100 }, [], step)
    const { body: second } = await allocate(before, [[two.id, 108_100]])
    await came({ 2030: 108_100, 1100: -108_100 }, [], second.journal_entry_id)
    expect(second.customer_credit_balance.amount_minor).to.equal(0)
    const { body: both } = await allocate(await payment('800.00'), [
      [many.id, 50_000],
      [more.id, 30_000],
    ])
    await came({ 1020: 80_000, 1100: -80_000 }, [], both.journal_entry_id)
    const { body: some } = await allocate(await payment('400.00'), [[part.id, 40_000]])
    await came({ 1020: 40_000, 1100: -40_000 }, [], some.journal_entry_id)
    const opens = [first, two, many, more, part].map(({ id }) => openOf('documents', id))
    expect(await Promise.all(opens)).to.deep.equal([0, 0, 0, 0, 68_100])
  })

  it('A5 over-payment, A6 credit used, A7 credit paid back', async () => {
    const [first, second] = [await c1(), await c1()]
    const [used, back] = [
      await received(bankEntry({ amount: '1100.00' })),
      await received(bankEntry({ amount: '1100.00', text: '2' })),
    ]
    for (const [document, payment] of [
      [first, used],
      [second, back],
    ] as const) {
      const { body } = await allocate(payment.id, [[document.id, 108_100]])
      await came({ 1020: 110_000, 1100: -108_100, 2030: -1_900 }, [], body.journal_entry_id)
      expect(body.customer_credit_balance.amount_minor).to.equal(1_900)
    }
    const later = await invoiced(5_000)
    const { body } = await allocate(used.id, [[later.id, 1_900]])
    await came({ 2030: 1_900, 1100: -1_900 }, [], body.journal_entry_id)
    await debited('19.00')
    const bank_entries = [{ entry_id: (await lastEntry()).id, amount: chf(1_900) }]
    const open_item = { payment_id: back.id, purpose: 'refund' }
    await came(
      { 2030: 1_900, 1020: -1_900 },
      [],
      await booked([debit('2030', 1_900, { open_item }), credit('1020', 1_900)], { bank_entries }),
    )
    expect([await openOf('payments', used.id), await openOf('payments', back.id)]).to.deep.equal([0, 0])
  })

  it('A8 discount of 2 %, A9 small difference, A10 fee deducted, A13 bad debt', async () => {
    const cases = [
      [105_938, 'discount', 2_162, { 1020: 105_938, 3800: 2_000, 2200: 162, 1100: -108_100 }, ['VS81 235 2000 162']],
      [108_095, 'rounding', 5, { 1020: 108_095, 6945: 5, 1100: -108_100 }, []],
      [107_600, 'bank_charges', 500, { 1020: 107_600, 6940: 500, 1100: -108_100 }, []],
      [0, 'write_off', 108_100, { 3805: 100_000, 2200: 8_100, 1100: -108_100 }, ['VS81 235 100000 8100']],
    ] as const
    for (const [amount, type, minor, moved, tax] of cases) {
      const { id } = await c1()
      const francs = (amount / 100).toFixed(2)
      const money =
        amount === 0
          ? { posting_date: '2026-04-15', reason: 'certificate of loss' }
          : { payment_id: (await received(bankEntry({ amount: francs }))).id }
      const lines = [{ document_id: id, amount: chf(amount), ...off(type, minor) }]
      const { body, text } = await post(
        '/v1/allocations',
        { end_customer_id: customer(), lines, ...money },
        { wait: 10 },
      )
      expect(body.state, text).to.equal('posted')
      await came(moved, tax, body.journal_entry_id)
      expect(await openOf('documents', id)).to.equal(0)
    }
  })

  it('A11 advance and final invoice, A12 unknown payment', async () => {
    await received(bankEntry({ amount: '540.50' }))
    const partner = { partner: { name: 'Kundin GmbH' } }
    const tax = { tax_code: 'V81', tax_base: chf(50_000) }
    const receipt = [
      debit('1020', 54_050),
      credit('2030', 50_000, { open_item: { new: partner } }),
      credit('2200', 4_050, tax),
    ]
    const bank_entries = [{ entry_id: (await lastEntry()).id, amount: chf(54_050) }]
    await came(
      { 1020: 54_050, 2030: -50_000, 2200: -4_050 },
      ['V81 303 50000 4050'],
      await booked(receipt, { bank_entries }),
    )
    const advance = there((await itemsOf('documents', customer())).find(({ kind }) => kind === 'customer_credit'))
    const final = await booked([
      debit('1100', 54_050, { open_item: { new: partner } }),
      debit('2030', 50_000, { open_item: { document_id: advance.id, purpose: 'set_off' } }),
      credit('3400', 100_000),
      credit('2200', 4_050, tax),
    ])
    await came({ 1100: 54_050, 2030: 50_000, 3400: -100_000, 2200: -4_050 }, ['V81 303 50000 4050'], final)
    const unknown = await received(bankEntry({ amount: '300.00' }))
    const parking = { bank_entries: [{ entry_id: (await lastEntry()).id, amount: chf(30_000) }] }
    await came(
      { 1020: 30_000, 1099: -30_000 },
      [],
      await booked([debit('1020', 30_000), credit('1099', 30_000)], parking),
    )
    const open_item = { payment_id: unknown.id, purpose: 'transfer' }
    await came(
      { 1099: 30_000, 2030: -30_000 },
      [],
      await booked([debit('1099', 30_000), credit('2030', 30_000, { open_item })]),
    )
  })

  it('A14 foreign receivable', async () => {
    await rates(['2026-01-01', '0.95'], ['2026-04-15', '0.94'])
    const mappings = [
      { mapping_key: 'posting.accounts_receivable.currency.EUR', account_code: '1102', valid_from: '2020-01-01' },
    ]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
    const document = await invoiced(0, { currency: 'EUR', gross_amount: eur(100_000) })
    const money = { account_code: '1024', posting_date: '2026-04-15' }
    const lines = [{ document_id: document.id, amount: eur(100_000) }]
    const { body } = await post('/v1/allocations', { end_customer_id: customer(), lines, ...money }, { wait: 10 })
    await came({ 1024: 94_000, 6949: 1_000, 1102: -95_000 }, [], body.journal_entry_id)
    expect(await openOf('documents', document.id)).to.equal(0)
  })
})
