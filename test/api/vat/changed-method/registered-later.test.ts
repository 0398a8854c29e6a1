import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { codesOf, findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { lookedAt } from '../consideration/late/looked-at.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { EFFECTIVE, NET_RATE, NOT_REGISTERED, register } from '../register.ts'
import { filer, NET } from './filer.ts'

const DECEMBER = { supply_date: '2025-12-10' }
const REDUCTION = [taxLine('VS81', -10_000, -810)]
const CORRECTION = { vat_period: 'correction' }

describe('a change of the VAT method that is registered when tax is posted behind it', () => {
  for (const [name, after] of Object.entries({ EFFECTIVE, NOT_REGISTERED }))
    it(`is refused while a later return has a reduction of before (${name}), and names it`, async () => {
      const books = await filer([['2025-01-01', NET]])
      const sale = await books.invoiced('2025-12-10', 108_100, [taxLine('V81', 100_000, 8_100)])
      expect(codesOf(sale)).to.deep.equal([])
      // 108.10 less, in February.
      const note = await books.invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER)
      expect(codesOf(note)).to.deep.equal([])
      const refused = await books.change('2026-01-01', after)
      expect([refused.status, refused.codes]).to.deep.equal([409, ['tax_posted']])
      const message = JSON.stringify(refused.body)
      expect(message).to.include(note.journal_entry_id.id)
      expect(message).to.not.include(sale.journal_entry_id.id)
      expect(message).to.include('VS81 of a supply on 2025-12-10 counts on 2026-02-10')
      const undo = { end_customer_id: books.customer, reason: 'x', posting_date: '2026-02-10' }
      await post(`/v1/source-facts/${note.id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse', undo, {
        wait: 10,
      })
      expect((await books.change('2026-01-01', after)).status).to.equal(202)
      expect(await books.file('2025-H2')).to.deep.include({ status: 201, payable: 6_702 })
      const again = await books.invoiced('2026-02-10', -10_810, REDUCTION, DECEMBER, CORRECTION)
      expect(codesOf(again)).to.deep.equal([])
      expect(await books.file('2025-H2', 'correction')).to.deep.include({ status: 201, added: -670 })
      if (after === EFFECTIVE) expect((await books.file('2026-Q1')).status).to.equal(201)
      expect(await findings(books.customer)).to.deep.equal([])
    })

  it('is refused while a later return has a reversal of before, until a voucher cancels it', async () => {
    const books = await filer([['2025-01-01', NET]])
    const sale = await books.invoiced('2025-12-10', 108_100, [taxLine('V81', 100_000, 8_100)])
    expect((await books.file('2025-H2')).status).to.equal(201)
    const undo = { end_customer_id: books.customer, reason: 'x', cause: 'consideration_changed' } as const
    await post(`/v1/source-facts/${sale.id}/reverse` as '/v1/source-facts/{source_fact_id}/reverse', undo, { wait: 10 })
    const refused = await books.change('2026-01-01', EFFECTIVE)
    expect([refused.status, refused.codes]).to.deep.equal([409, ['tax_posted']])
    const lines = [
      debit('3805', 108_100),
      credit('3400', 108_100, { tax_code: 'V81', ...DECEMBER, activity_id: '85591' }),
    ]
    const request = voucher(books.customer, { business_date: '2026-01-01', payload: { lines, ...DECEMBER } })
    expect(codesOf((await post(VOUCHERS, request, { wait: 10 })).body)).to.deep.equal([])
    const taken = await books.change('2026-01-01', EFFECTIVE)
    expect(taken.status, JSON.stringify(taken.body)).to.equal(202)
    expect((await books.returnOf('2026-Q1')).can_be_filed).to.equal(true)
    expect(await findings(books.customer)).to.deep.equal([])
  })

  it('is accepted where the reduction counts before it, or is of a supply behind it', async () => {
    const books = await filer([['2025-01-01', NET]])
    await books.invoiced('2025-12-10', 108_100, [taxLine('V81', 100_000, 8_100)])
    await books.invoiced('2025-12-20', -10_810, REDUCTION, DECEMBER)
    expect((await books.change('2026-01-01', EFFECTIVE)).status).to.equal(202)
  })
})

describe('a change of the VAT method that is registered after payments behind it', () => {
  const { customer, invoiced, received, allocate, undo, figures } = booksOfReceived({
    ...NET_RATE,
    consideration: 'received',
  })

  it('is refused: their tax would stand in a return without a line for it', async () => {
    const dates = { document_date: '2025-12-10', ...DECEMBER }
    const sale = await invoiced(
      108_100,
      { ...dates, tax_lines: [taxLine('V81', 100_000, 8_100)] },
      { business_date: '2025-12-10' },
    )
    const payment = await received(bankEntry({ amount: '1081.00' }))
    const { body } = await allocate(payment.id, [[sale.id, 108_100]], { posting_date: '2026-02-10' })
    const refused = await register(customer(), '2026-01-01', EFFECTIVE)
    expect(refused.status).to.equal(409)
    expect(JSON.stringify(refused.body)).to.include(body.journal_entry_id)
    await undo(`/v1/allocations/${body.id}`, { posting_date: '2026-02-10' })
    // The item is open again, and its tax is due with a payment: that stands in the way on its own.
    const open = await register(customer(), '2026-01-01', { ...EFFECTIVE, consideration: 'received' })
    expect(JSON.stringify(open.body)).to.include('taxed_items_open')
    // Not so where consideration is agreed from then on: 1081.00 at 6.2 % are in the last return.
    expect((await register(customer(), '2026-01-01', EFFECTIVE)).status).to.equal(202)
    await lookedAt(customer())
    expect((await figures('2025-H2')).lines).to.deep.include([null, 108_100, 6_702])
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
  })
})
