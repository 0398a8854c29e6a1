import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfReceived } from './books-of-received.ts'

const DATES = { document_date: '2026-02-10', supply_date: '2026-02-10' }
const APRIL = { business_date: '2026-04-20' }

describe('one voucher for several items under received consideration', () => {
  const { customer, invoiced, booked, undo, openOf, recordsOf, figures } = booksOfReceived()
  const take = ({ id: document_id }: { id: string }, amount: number, purpose: string) =>
    credit('1100', amount, { open_item: { document_id, purpose } })
  const sold = (net: number, tax: number) => invoiced(net + tax, { ...DATES, tax_lines: [taxLine('V81', net, tax)] })

  it('pays a part of each and writes off the rest, with one line of tax: 81.00 and 40.50 in all', async () => {
    const [one, other] = [await sold(100_000, 8_100), await sold(50_000, 4_050)]
    const paid = [debit('1000', 135_125), take(one, 108_100 - 21_620, 'payment'), take(other, 48_645, 'payment')]
    const both = await booked(paid, APRIL)
    expect(both.state, JSON.stringify(both.blockers)).to.equal('posted')
    // Left are 216.20 with 16.20, and 54.05 with 4.05: 20.25 of tax.
    const lossOf = (tax: number) => [
      debit('3805', 27_025 - tax),
      debit('2200', tax, { tax_code: 'VS81', tax_base: chf(25_000) }),
      take(one, 21_620, 'write_off'),
      take(other, 5_405, 'write_off'),
    ]
    const wrong = await booked(lossOf(2_024), APRIL)
    expect(wrong.blockers.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'open_item_mismatch',
        'What is written off was never received, so its tax is never due: the voucher needs one line that takes it back from the tax account, a debit of CHF 20.25 with a code at 8.1 % (VS81).',
      ],
    ])
    const lost = await booked(lossOf(2_025), APRIL)
    expect(lost.state, JSON.stringify(lost.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 100_000, 8_100],
      ['V81', 'not_due', 50_000, 4_050],
      ['V81', 'declared', 80_000, 6_480],
      ['V81', 'declared', 45_000, 3_645],
      ['V81', 'extinguished', 20_000, 1_620],
      ['V81', 'extinguished', 5_000, 405],
    ])
    expect((await figures('2026-Q2')).not_due).to.deep.equal([])
    expect((await undo(`/v1/source-facts/${lost.id}`, { posting_date: '2026-04-21' })).status).to.equal(202)
    expect((await figures('2026-Q2')).not_due).to.deep.equal([['V81', 25_000, 2_025]])
    expect(await openOf('documents', one.id)).to.equal(21_620)
    expect(await findings(customer())).to.deep.equal([])
  })

  it('does not write off an invoice with a credit note of the same tax, but each of them alone', async () => {
    const [one, note] = [await sold(10_000, 810), await sold(-10_000, -810)]
    const noteOff = debit('1100', 10_810, { open_item: { document_id: note.id, purpose: 'write_off' } })
    const even = await booked([take(one, 10_810, 'write_off'), noteOff], APRIL)
    expect(even.blockers.map(({ message }) => message)).to.deep.equal([
      'Tax at 8.1 % of an invoice and of a credit note is not due yet: write each of them off in a voucher of its own.',
    ])
    const taxOf = (line: typeof credit | typeof debit) => line('2200', 810, { tax_code: 'VS81', tax_base: chf(10_000) })
    const first = await booked([debit('3805', 10_000), taxOf(debit), take(one, 10_810, 'write_off')], APRIL)
    const second = await booked([credit('3805', 10_000), taxOf(credit), noteOff], APRIL)
    expect([first.state, second.state], JSON.stringify(second.blockers)).to.deep.equal(['posted', 'posted'])
    expect((await figures('2026-Q2')).not_due).to.deep.equal([])
  })

  it('opens one item only, where its tax is due with the payment: each in a voucher of its own', async () => {
    const opened = (amount: number) =>
      debit('1100', amount, { open_item: { new: { partner: { name: 'Kundin GmbH' } } } })
    const taxed = (base: number, tax: number) => credit('2200', tax, { tax_code: 'V81', tax_base: chf(base) })
    const both = await booked([opened(108_100), opened(54_050), credit('3200', 150_000), taxed(150_000, 12_150)])
    expect(both.blockers.map(({ message }) => message)).to.deep.equal([
      'The tax is due with the payment of one of the items that the voucher opens: book each of them in a voucher of its own.',
    ])
    for (const [net, tax] of [
      [100_000, 8_100],
      [50_000, 4_050],
    ] as const) {
      const fact = await booked([opened(net + tax), credit('3200', net), taxed(net, tax)])
      expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
      expect((await firstOf('documents', customer(), `&source_fact_id=${fact.id}`)).amount).to.deep.equal(
        chf(net + tax),
      )
    }
    expect((await figures('2026-Q1')).not_due).to.deep.equal([['V81', 150_000, 12_150]])
  })
})
