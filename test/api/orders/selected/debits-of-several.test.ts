import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { chf } from '../../../support/requests/examples.ts'
import { OTHER_IBAN } from '../books-to-order.ts'
import { booksWithDebits, EISEN, PAPER, type Told } from './books-with-debits.ts'

const OTHERWISE = 'debit_booked_otherwise'
const EISEN_IBAN = 'LI21088100002324013AA'

/** One debit that pays bills of one supplier or of several, and that somebody has settled for a bill of Holz of just its amount. */
describe('a selection of bills that a debit of several has paid, which is settled for another one', () => {
  const { order, bill, debited, settled, selected } = booksWithDebits()
  const ofPaper = (number: string, amount: number) => bill(number, { ...PAPER, gross_amount: chf(amount) })
  const ofEisen = (number: string, amount: number) => bill(number, { ...EISEN, gross_amount: chf(amount) })
  const heldBy = async (entry: { id: string }, bills: readonly { id: string }[]) => {
    const ids = bills.map(({ id }) => id)
    expect(await selected()).to.deep.equal({ ordered: [], left_out: ids.map((id) => `${id} ${OTHERWISE}`) })
    const accepted = await selected({ accepted_debits: [entry.id] })
    expect(accepted.ordered).to.have.members(ids)
    const { status, body, text } = await order({ payables: ids })
    expect(status, text).to.equal(201)
    expect(body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal(
      ids.map(() => `${OTHERWISE} ${entry.id}`),
    )
  }

  type Parts = readonly [what: string, ...Told[]]
  const PARTS: readonly Parts[] = [
    [
      'number and name',
      { amount: '40.00', name: 'Papier und Druck AG', text: 'PD-770' },
      { amount: '60.00', name: 'Metallbau Eisen AG', text: 'ME-771' },
    ],
    [
      'account',
      { amount: '40.00', name: 'Papier', iban: OTHER_IBAN },
      { amount: '60.00', name: 'Eisen', iban: EISEN_IBAN },
    ],
    ['number', { amount: '40.00', text: 'Rg. PD-770' }, { amount: '60.00', text: 'Rg. ME-771' }],
    ['whole name', { amount: '40.00', name: 'Papier und Druck AG' }, { amount: '60.00', name: 'Metallbau Eisen AG' }],
  ]
  for (const [what, ...told] of PARTS)
    it(`leaves out those that its parts tell by ${what}`, async () => {
      const entry = await debited(...told)
      await settled(await bill('H-1'), entry)
      await heldBy(entry, [await ofPaper('PD-770', 4_000), await ofEisen('ME-771', 6_000)])
    })

  for (const [what, told] of [
    ['account', { name: 'Papier', iban: OTHER_IBAN }],
    ['whole name', { name: 'Papier und Druck AG' }],
  ] as const)
    it(`leaves out two of one supplier whose sum goes to its ${what}`, async () => {
      const entry = await debited(told)
      await settled(await bill('H-1'), entry)
      await heldBy(entry, [await ofPaper('PD-770', 4_000), await ofPaper('PD-780', 6_000)])
    })

  it('warns of one of the two that is named alone', async () => {
    const entry = await debited({ name: 'Papier und Druck AG' })
    await settled(await bill('H-1'), entry)
    const [one] = [await ofPaper('PD-770', 4_000), await ofPaper('PD-780', 6_000)]
    const { body } = await order({ payables: [one.id] })
    expect(body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal([`${OTHERWISE} ${entry.id}`])
  })

  it('orders the next bills of the suppliers whose bills it has paid', async () => {
    const entry = await debited(
      { amount: '40.00', name: 'Papier und Druck AG', iban: OTHER_IBAN },
      { amount: '60.00', name: 'Metallbau Eisen AG', iban: EISEN_IBAN },
    )
    await settled(await ofPaper('PD-700', 4_000), entry, 4_000)
    await settled(await ofEisen('ME-700', 6_000), entry, 6_000)
    const next = [await ofPaper('PD-770', 4_000), await ofEisen('ME-771', 6_000)]
    expect(await selected()).to.deep.equal({ ordered: next.map(({ id }) => id), left_out: [] })
  })

  it('leaves out the one of them whose part is settled for somebody else', async () => {
    const entry = await debited(
      { amount: '40.00', name: 'Papier und Druck AG', iban: OTHER_IBAN },
      { amount: '60.00', name: 'Metallbau Eisen AG', iban: EISEN_IBAN },
    )
    await settled(await ofPaper('PD-700', 4_000), entry, 4_000)
    await settled(await bill('H-1', { gross_amount: chf(6_000) }), entry, 6_000)
    const [next, twice] = [await ofPaper('PD-770', 4_000), await ofEisen('ME-771', 6_000)]
    expect(await selected()).to.deep.equal({ ordered: [next.id], left_out: [`${twice.id} ${OTHERWISE}`] })
  })

  it('orders what its part has paid for another partner with that account', async () => {
    const entry = await debited(
      { amount: '40.00', name: 'Factoring AG', iban: OTHER_IBAN },
      { amount: '60.00', name: 'Metallbau Eisen AG', iban: EISEN_IBAN },
    )
    const before = addDays(todayInSwitzerland(), -40)
    const client = { ...PAPER, supplier_external_reference: 'L-18', gross_amount: chf(4_000), document_date: before }
    await settled(await bill('C-1', client), entry, 4_000)
    await settled(await ofEisen('ME-700', 6_000), entry, 6_000)
    const next = await ofPaper('PD-770', 4_000)
    expect(await selected()).to.deep.equal({ ordered: [next.id], left_out: [] })
  })

  it('orders bills of other amounts', async () => {
    const entry = await debited(
      { amount: '40.00', name: 'Papier und Druck AG' },
      { amount: '60.00', name: 'Metallbau Eisen AG' },
    )
    await settled(await bill('H-1'), entry)
    const other = await ofPaper('PD-770', 4_100)
    expect(await selected()).to.deep.equal({ ordered: [other.id], left_out: [] })
  })
})
