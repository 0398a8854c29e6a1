import { expect } from 'chai'
import { chf } from '../../../support/requests/examples.ts'
import { HOLZ_IBAN, OTHER_IBAN } from '../books-to-order.ts'
import { booksWithDebits, EISEN, PAPER, STRANGE_IBAN } from './books-with-debits.ts'

const MARCH = '2026-03-01'

/** Nobody is to book it, which is said of what has paid a bill by mistake too. */
describe('a selection of payables whose debit is dismissed', () => {
  const { order, bill, debited, dismissed, selected } = booksWithDebits()

  for (const told of [
    { text: 'STR-2026-1111', name: 'Schreinerei Holz GmbH' },
    { text: 'Rechnung STR-2026-1111' },
    { text: 'Rg. STR-2026-1111', name: 'Inkasso AG', iban: STRANGE_IBAN },
    { name: 'Schreinerei Holz GmbH', iban: HOLZ_IBAN, text: 'Zahlung' },
    { text: 'E-BANKING SCHREINEREI HOLZ' },
  ])
    it(`leaves out a bill whose debit is dismissed: ${Object.values(told).join(', ')}`, async () => {
      const entry = await debited(told)
      await dismissed(entry)
      const [twice, other] = [await bill('STR-2026-1111'), await bill('X-777', EISEN)]
      expect(await selected()).to.deep.equal({ ordered: [other.id], left_out: [`${twice.id} debit_dismissed`] })
      expect((await selected({ accepted_debits: [entry.id] })).left_out).to.deep.equal([])
      const { body } = await order({ payables: [twice.id] })
      expect(body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal([
        `debit_dismissed ${entry.id}`,
      ])
    })

  it('orders bills of another amount or month than a dismissed debit has, or of another number', async () => {
    await dismissed(await debited({ text: 'Zahlung', name: 'Holz', iban: HOLZ_IBAN }))
    await dismissed(await debited({ text: 'P-77' }))
    const bills = [await bill('H-1', { gross_amount: chf(9_100) }), await bill('P-77', { gross_amount: chf(9_200) })]
    await dismissed(await debited({ text: 'Miete April 2026', name: 'Papier und Druck AG', iban: OTHER_IBAN }))
    bills.push(await bill('A-17', { ...PAPER, document_date: MARCH }))
    const { ordered, left_out } = await selected()
    expect(left_out).to.deep.equal([])
    expect(ordered).to.have.members(bills.map(({ id }) => id))
  })
})
