import { expect } from 'chai'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { detailsOf, HOLZ_IBAN, OTHER_IBAN } from '../books-to-order.ts'
import { booksWithDebits, EISEN, PAPER, STRANGE_IBAN, type Told } from './books-with-debits.ts'

const [MARCH, APRIL] = ['2026-03-01', '2026-04-01']
const [OCTOBER, NOVEMBER] = ['RF18539007547034', 'RF712348231']
const OTHERWISE = 'debit_booked_otherwise'

/** Nobody reads at night what an order of the program warns of. */
describe('a selection of payables whose debit is booked as something else', () => {
  const { select, order, bill, debited, settled, asExpense, selected } = booksWithDebits()

  type Case = readonly [what: string, Told, before: readonly [string, object] | null, bill: readonly [string, object]]
  const LEFT_OUT: readonly Case[] = [
    ['for an expense', { name: 'Holz', iban: HOLZ_IBAN }, null, ['H-1', {}]],
    [
      'for the bill before, with its reference',
      { reference: NOVEMBER },
      ['H-1', { payment_reference: OCTOBER }],
      ['H-2', { payment_reference: NOVEMBER }],
    ],
    ['for the bill before, with its number', { text: 'STR-2026-1111' }, ['STR-2026-1010', {}], ['STR-2026-1111', {}]],
    ['for the bill before, with its digits', { text: '2026/1111' }, ['STR-2026-1010', {}], ['STR-2026-1111', {}]],
    ['for the bill before, with its last digits', { text: '1111' }, ['STR-2026-1010', {}], ['STR-2026-1111', {}]],
    [
      'for the bill before, with its month',
      { text: 'Miete April' },
      ['A-17', { document_date: MARCH }],
      ['B-18', { document_date: APRIL }],
    ],
    [
      'for the bill before, with its month as a number',
      { text: '2026-04' },
      ['RE-2026-03', { document_date: MARCH }],
      ['RE-2026-04', { document_date: APRIL }],
    ],
    [
      'for the bill before, with the day of its document',
      { text: 'Holz 2026-04-01' },
      ['A-17', { document_date: MARCH }],
      ['B-18', { document_date: APRIL }],
    ],
    [
      'for a bill of another supplier, with its number',
      { text: 'Rechnung RE-2026-4711' },
      ['H-1', {}],
      ['RE-2026-4711', PAPER],
    ],
    [
      'for a bill of another supplier, with its number and the name of neither',
      { text: 'Rg. RE-2026-4711', name: 'Inkasso AG', iban: STRANGE_IBAN },
      ['H-1', {}],
      ['RE-2026-4711', PAPER],
    ],
    [
      'for an expense, with its number and another name and account',
      { text: 'Rg. RE-2026-4711', name: 'Inkasso AG', iban: STRANGE_IBAN },
      null,
      ['RE-2026-4711', PAPER],
    ],
    [
      'for an expense, with its number and creditor and less than its amount',
      { text: 'N-4711', name: 'Papier und Druck AG', iban: OTHER_IBAN },
      null,
      ['N-4711', { ...PAPER, gross_amount: chf(10_130) }],
    ],
    ['for a bill of another supplier', { name: 'Papier und Druck AG', iban: OTHER_IBAN }, ['H-1', {}], ['P-1', PAPER]],
  ]
  for (const [what, told, before, [number, more]] of LEFT_OUT)
    it(`leaves out a bill whose debit is booked ${what}, until it is named or its debit is accepted`, async () => {
      const entry = await debited(told)
      if (before) await settled(await bill(...before), entry)
      else await asExpense(entry)
      const [twice, other] = [await bill(number, more), await bill('X-777', EISEN)]
      const expected = { ordered: [other.id], left_out: [`${twice.id} ${OTHERWISE}`] }
      expect(await selected()).to.deep.equal(expected)
      const accepted = await selected({ accepted_debits: [entry.id] })
      expect(accepted.ordered).to.have.members([twice.id, other.id])
      const { status, body, text } = await order(select)
      expect(status, text).to.equal(201)
      expect(body.left_out.map(({ supplier_payable_id, code }) => `${supplier_payable_id} ${code}`)).to.deep.equal(
        expected.left_out,
      )
      expect(there(body.left_out[0]).message).to.include(entry.id).and.to.include('name it in payables')
      const alone = await order(select)
      expect([alone.status, ...detailsOf(alone.text)]).to.deep.equal([422, `/select ${OTHERWISE}`])
      const named = await order({ payables: [twice.id] })
      expect(named.status, named.text).to.equal(201)
      expect(named.body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal([
        `${OTHERWISE} ${entry.id}`,
      ])
    })

  for (const [what, told, own] of [
    ['number', { text: 'Rechnung H-1010' }, { document_number: 'H-1010' }],
    ['reference', { reference: OCTOBER }, { payment_reference: OCTOBER }],
  ] as const)
    it(`orders a bill of just that amount and creditor, where the debit has paid what it names by its ${what}`, async () => {
      const debitOf = await debited({ ...told, name: 'Papier und Druck AG', iban: OTHER_IBAN })
      await settled(await bill('H-7', own), debitOf)
      const other = await bill('P-1', PAPER)
      expect(await selected()).to.deep.equal({ ordered: [other.id], left_out: [] })
    })

  it('orders the rent of a month, and leaves out that of the next one, whose debit is booked for an expense', async () => {
    const [rent, next] = [await bill('A-17', { document_date: MARCH }), await bill('A-18', { document_date: APRIL })]
    await asExpense(await debited({ text: 'Miete April 2026', name: 'Holz', iban: HOLZ_IBAN }))
    expect(await selected()).to.deep.equal({ ordered: [rent.id], left_out: [`${next.id} ${OTHERWISE}`] })
  })

  it('orders the rent behind the one whose debit is booked for the month before', async () => {
    const before = await bill('A-17', { document_date: MARCH })
    const [twice, next] = [
      await bill('A-18', { document_date: APRIL }),
      await bill('A-19', { document_date: '2026-05-01' }),
    ]
    await settled(before, await debited({ text: 'Miete April 2026', name: 'Holz', iban: HOLZ_IBAN }))
    expect(await selected()).to.deep.equal({ ordered: [next.id], left_out: [`${twice.id} ${OTHERWISE}`] })
  })

  const rents = async () => {
    const made: string[] = []
    for (const month of [1, 2, 3, 4, 5, 6, 7])
      made.push((await bill(`A-1${month}`, { document_date: `2026-0${month}-01` })).id)
    return made
  }
  const without = (all: readonly string[], left: readonly string[], code: string) => ({
    ordered: all.filter((id) => !left.includes(id)),
    left_out: left.map((id) => `${id} ${code}`),
  })

  it('leaves out each of seven equal bills that an open debit may have paid', async () => {
    const all = await rents()
    // Nothing says that a bill of September is there.
    await debited({ text: 'Miete September 2026', name: 'Holz', iban: HOLZ_IBAN })
    expect(await selected()).to.deep.equal(without(all, all, 'debit_not_booked'))
  })

  it('leaves out the one whose month an open debit names, and orders six of one amount; booked as an expense, too', async () => {
    const all = await rents()
    const [, , march = ''] = all
    const entry = await debited({ text: 'Miete März 2026', name: 'Holz', iban: HOLZ_IBAN })
    expect(await selected()).to.deep.equal(without(all, [march], 'debit_not_booked'))
    const refused = await order({ payables: [march] })
    expect([refused.status, ...detailsOf(refused.text)]).to.deep.equal([422, '/payables/0 debit_not_booked'])
    const named = await order({ payables: [all[4] ?? ''] })
    expect(named.body.warnings.map(({ code, entry_id }) => `${code} ${entry_id}`)).to.deep.equal([
      `debit_may_fit ${entry.id}`,
    ])
    await asExpense(entry)
    const left = all.filter((_, at) => at !== 4)
    expect(await selected()).to.deep.equal(without(left, [march], OTHERWISE))
  })

  it('leaves out all bills of a span whose debits are open', async () => {
    for (const month of ['02', '03', '04']) {
      await bill(`A-${month}`, { document_date: `2026-${month}-01` })
      await debited({ text: 'Miete Februar-April 2026', name: 'Holz', iban: HOLZ_IBAN })
    }
    expect((await selected()).ordered).to.deep.equal([])
  })

  it('leaves out each bill that may be of the month: due in it, or of its days', async () => {
    const ahead = await bill('A-1', { document_date: '2026-03-05', due_date: '2026-04-01' })
    const inIt = await bill('A-2', { document_date: '2026-04-05', due_date: '2026-05-01' })
    const later = await bill('A-3', { document_date: '2026-05-05', due_date: '2026-06-01' })
    await debited({ text: 'Miete April 2026', name: 'Holz', iban: HOLZ_IBAN })
    expect(await selected()).to.deep.equal(
      without([ahead.id, inIt.id, later.id], [ahead.id, inIt.id], 'debit_not_booked'),
    )
  })

  it('orders a rent where each month before has paid the bill of its own month', async () => {
    for (const [month, text] of [
      ['01', 'Miete Januar 01.02.2026'],
      ['02', 'Miete Februar 2026'],
      ['03', 'Miete 2026-03'],
    ] as const)
      await settled(
        await bill(`RE-2026-${month}`, { document_date: `2026-${month}-01` }),
        await debited({ text, name: 'Holz', iban: HOLZ_IBAN }),
      )
    const rent = await bill('RE-2026-04', { document_date: APRIL })
    expect(await selected()).to.deep.equal({ ordered: [rent.id], left_out: [] })
  })
})
