import { expect } from 'chai'
import { firstOf } from '../../../support/client.ts'
import { chf, credit, debit } from '../../../support/requests/examples.ts'
import { booksOfReceived } from './books-of-received.ts'

const PARTNER = { partner: { name: 'Kundin GmbH' } }

/** The tax of an advance is declared with its money: 500.00 and 40.50 of 1'000.00 and 81.00. */
describe('an advance that is set off under received consideration', () => {
  const { customer, booked, recordsOf, figures } = booksOfReceived()
  const opened = () => debit('1100', 54_050, { open_item: { new: PARTNER } })
  const taxed = (tax: number, base: number) => credit('2200', tax, { tax_code: 'V81', tax_base: chf(base) })
  const takenOff = async () => {
    const { id } = await booked([
      debit('1000', 54_050),
      credit('2030', 50_000, { open_item: { new: PARTNER } }),
      taxed(4_050, 50_000),
    ])
    const item = await firstOf('documents', customer(), `&source_fact_id=${id}`)
    return debit('2030', 50_000, { open_item: { document_id: item.id, purpose: 'set_off' } })
  }

  it('leaves the tax of the rest, which is due with its payment', async () => {
    const fact = await booked([opened(), await takenOff(), credit('3200', 100_000), taxed(4_050, 50_000)])
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'due', 50_000, 4_050],
      ['V81', 'not_due', 50_000, 4_050],
    ])
    expect((await figures('2026-Q1')).lines[0]).to.deep.equal(['200', 50_000, null])
  })

  // 1'081.00 of the supply less 540.50, and 540.50 of the next advance; 121.50 of tax of both.
  const withNext = async (...taxes: object[]) => [
    debit('1100', 108_100, { open_item: { new: PARTNER } }),
    await takenOff(),
    debit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
    credit('3200', 100_000),
    credit('2030', 50_000, { open_item: { new: PARTNER } }),
    ...taxes,
  ]

  it('has paid its part of the supply, where one line has the tax of the next advance as well: 40.50, and 81.00 wait', async () => {
    const fact = await booked(await withNext(taxed(12_150, 150_000)))
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { lines, not_due } = await figures('2026-Q1')
    expect([lines[0], lines.find(([figure]) => figure === '303')]).to.deep.equal([
      ['200', 50_000, null],
      ['303', 50_000, 4_050],
    ])
    expect(not_due).to.deep.equal([['V81', 100_000, 8_100]])
  })

  it('asks for the tax of the next advance apart, where lines of several taxes may have it', async () => {
    const lines = await withNext(
      taxed(8_910, 110_000),
      credit('2200', 1_040, { tax_code: 'V26', tax_base: chf(40_000) }),
    )
    const [item] = lines
    const fact = await booked([{ ...item, debit: chf(105_900) }, ...lines.slice(1)])
    expect(fact.blockers.map(({ code, message }) => [code, message.split(':')[1]])).to.deep.equal([
      [
        'open_item_mismatch',
        ' send the tax of the next advance in a line of its own, with what its item opens as tax_base.',
      ],
    ])
  })

  it('is not taxed twice: the blocker says what to send', async () => {
    const lines = [opened(), await takenOff(), debit('2200', 4_050), credit('3200', 100_000), taxed(8_100, 100_000)]
    const fact = await booked(lines)
    expect(fact.blockers.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'open_item_mismatch',
        'The taxed lines sum up to CHF 1081.00, the item that they open to CHF 540.50: the tax of the advance was declared with its money, so take it off, and send the tax and the tax base of the rest alone.',
      ],
    ])
  })
})
