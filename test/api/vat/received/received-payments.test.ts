import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { get, post } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { booksOfReceived } from './books-of-received.ts'

const SALE = [taxLine('V81', 100_000, 8_100), taxLine('V26', 20_000, 520), taxLine('V0X', 10_000, 0)]

describe('received consideration', () => {
  const { customer, invoiced, received, allocate, owed, settle, undo, recordsOf, figures } = booksOfReceived()

  it('is in the journal as CSV as it is in JSON', async () => {
    const sale = await invoiced(138_620, { document_date: '2026-02-10', supply_date: '2026-02-10', tax_lines: SALE })
    const payment = await received(bankEntry({ amount: '1386.20' }))
    await allocate(payment.id, [[sale.id, 40_000]], { posting_date: '2026-04-20' })
    const path = `/v1/journal-entries?end_customer_id=${customer()}` as const
    const lines = (await get(path)).body.data.flatMap((entry) => entry.lines)
    const [head = [], ...rows] = cellsOf(await (await fetchAs(path, 'text/csv')).text())
    expect(head.at(-1)).to.equal('tax_due')
    const cells = rows.map((row) => row[head.length - 1] ?? '')
    expect(cells.map((cell) => (cell === '' ? undefined : JSON.parse(cell)))).to.deep.equal(
      lines.map(({ tax_due }) => tax_due),
    )
    expect(cells.filter((cell) => cell !== '')).to.have.length(1)
  })

  it('takes what a shareholder pays, and what is paid to him, for money', async () => {
    const of = { document_date: '2026-02-10', supply_date: '2026-02-10' }
    const sale = await invoiced(10_810, { ...of, tax_lines: [taxLine('V81', 10_000, 810)] })
    const bought = await owed(21_620, { ...of, tax_lines: [taxLine('I81', 20_000, 1_620)] })
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
    expect((await settle(bought.id, 21_620, { account_code: '2160' })).body.state).to.equal('posted')
    const lines = [{ document_id: sale.id, amount: chf(10_810) }]
    const paid = { end_customer_id: customer(), posting_date: '2026-05-10', account_code: '2160', lines }
    expect((await post('/v1/allocations', paid, { wait: 10 })).body.state).to.equal('posted')
    const { lines: declared, not_due } = await figures('2026-Q2')
    expect(declared.filter(([figure]) => ['303', '405'].includes(String(figure)))).to.deep.equal([
      ['303', 10_000, 810],
      ['405', null, 1_620],
    ])
    expect(not_due).to.deep.equal([])
  })

  it('declares the tax of an invoice pro rata with its payments, to the last Rappen', async () => {
    const sale = await invoiced(138_620, { document_date: '2026-02-10', supply_date: '2026-02-10', tax_lines: SALE })
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 100_000, 8_100],
      ['V26', 'not_due', 20_000, 520],
      ['V0X', 'not_due', 10_000, 0],
    ])
    const first = await figures('2026-Q1')
    expect(first.lines).to.deep.equal([])
    expect(first.steps).to.deep.equal([
      ['payable_tax', 0],
      ['not_due', 8_620],
    ])
    const payment = await received(bankEntry({ amount: '1386.20' }))
    const part = await allocate(payment.id, [[sale.id, 40_000]], { posting_date: '2026-04-20' })
    expect(part.body.state).to.equal('posted')
    expect((await recordsOf()).slice(3)).to.deep.equal([
      ['V81', 'declared', 28_856, 2_337],
      ['V26', 'declared', 5_771, 150],
      ['V0X', 'declared', 2_886, 0],
    ])
    const second = await figures('2026-Q2')
    expect(second.lines).to.deep.equal([
      ['200', 37_513, null],
      ['220', 2_886, null],
      ['289', 2_886, null],
      ['299', 34_627, null],
      ['303', 28_856, 2_337],
      ['313', 5_771, 150],
      ['399', null, 2_487],
      ['500', null, 2_487],
    ])
    expect(second.steps).to.deep.equal([
      ['payable_tax', 2_487],
      ['not_due', -2_487],
    ])
    expect(second.not_due).to.deep.equal([
      ['V0X', 7_114, 0],
      ['V26', 14_229, 370],
      ['V81', 71_144, 5_763],
    ])
    const rest = await allocate(payment.id, [[sale.id, 98_620]], { posting_date: '2026-07-10' })
    expect(rest.body.state).to.equal('posted')
    expect((await recordsOf()).slice(6)).to.deep.equal([
      ['V81', 'declared', 71_144, 5_763],
      ['V26', 'declared', 14_229, 370],
      ['V0X', 'declared', 7_114, 0],
    ])
    const undone = await undo(`/v1/allocations/${rest.body.id}`, { posting_date: '2026-07-11' })
    expect(undone.body.state).to.equal('reversed')
    expect((await recordsOf()).slice(9)).to.deep.equal([
      ['V81', 'declared', -71_144, -5_763],
      ['V26', 'declared', -14_229, -370],
      ['V0X', 'declared', -7_114, 0],
    ])
    expect((await figures('2026-Q3')).lines).to.deep.equal([])
  })

  it('deducts input tax with the settlement, acquisition tax too, import tax with the assessment', async () => {
    const lines = [taxLine('M81', 50_000, 4_050), taxLine('B81', 100_000, 8_100), taxLine('E100M', 0, 2_000)]
    const payable = await owed(156_050, { document_date: '2026-02-10', supply_date: '2026-02-10', tax_lines: lines })
    const first = await figures('2026-Q1')
    expect(first.lines).to.deep.equal([
      ['400', null, 2_000],
      ['479', null, 2_000],
      ['510', null, 2_000],
    ])
    expect(first.steps).to.deep.equal([
      ['payable_tax', -2_000],
      ['not_due', -4_050],
    ])
    const half = await settle(payable.id, 78_025, { settlement_date: '2026-04-15' })
    expect(half.body.state).to.equal('posted')
    expect((await figures('2026-Q2')).lines).to.deep.equal([
      ['383', 50_000, 4_050],
      ['399', null, 4_050],
      ['400', null, 2_025],
      ['405', null, 4_050],
      ['479', null, 6_075],
      ['510', null, 2_025],
    ])
    const path = `/v1/supplier-payables/${payable.id}/settlements/${half.body.id}` as const
    expect((await undo(path, { posting_date: '2026-05-02' })).body.state).to.equal('reversed')
    const { lines: none, steps } = await figures('2026-Q2')
    expect([none, steps]).to.deep.equal([[], [['payable_tax', 0]]])
  })

  it('has the tax of a credit note due when it is set off', async () => {
    const same = { customer: { name: 'Kundin GmbH', customer_external_reference: 'K-1' } }
    const dates = { document_date: '2026-02-10', supply_date: '2026-02-10' }
    const sale = await invoiced(108_100, { ...same, ...dates, tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const note = await invoiced(-10_810, { ...same, ...dates, tax_lines: [taxLine('V81', -10_000, -810)] })
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
    const payment = await received(bankEntry({ amount: '972.90' }))
    const lines: [string, number][] = [
      [sale.id, 108_100],
      [note.id, -10_810],
    ]
    const { body } = await allocate(payment.id, lines, { posting_date: '2026-04-20' })
    expect(body.state).to.equal('posted')
    const { lines: figure } = await figures('2026-Q2')
    expect(there(figure.find(([name]) => name === '303'))).to.deep.equal(['303', 90_000, 7_290])
  })
})
