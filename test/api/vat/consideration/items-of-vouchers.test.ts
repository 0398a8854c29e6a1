import { expect } from 'chai'
import { firstOf, post } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { EFFECTIVE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'
import { DECEMBER, on, opens, SOLD } from './sold-by-voucher.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const

describe('items of vouchers over a change to received consideration', () => {
  const { customer, change, booked, undo, figures, recordsOf, settle } = booksOfChange(EFFECTIVE, RECEIVED)

  const entered = async (lines: object[], more: object, payload: object = {}) => {
    const fact = await booked(lines, more, payload)
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    return fact
  }
  async function receivable(lines: object[], more: object = DECEMBER, payload: object = {}) {
    const fact = await entered(lines, more, payload)
    const { id } = await firstOf('documents', customer(), `&source_fact_id=${fact.id}`)
    const take = (amount: number, purpose = 'payment') =>
      credit('1100', amount, { open_item: { document_id: id, purpose } })
    const pay = (amount: number, day: string) => entered([debit('1000', amount), take(amount)], on(day))
    return { id, fact, take, pay }
  }
  const sold = () => receivable([debit('1100', 108_100, opens()), ...SOLD])
  /** 1'081.00 of another system, which has declared their tax of 81.00. */
  const takenOver = (tax_lines: object[] = [{ ...taxLine('V81', 100_000, 8_100), declared: true }]) =>
    receivable(
      [debit('1100', 108_100, opens({ document_date: '2024-11-20', tax_lines })), credit('9100', 108_100)],
      on('2025-01-01'),
      { entry_type: 'opening' },
    )
  const lost = (net: number, tax: number, line: object, day: string) =>
    entered([debit('3805', net), debit('2200', tax, { tax_code: 'VS81', tax_base: chf(net) }), line], on(day))
  const reduced = (lines: unknown[][]) => lines.slice(0, 3)

  it('are declared once: what is open is taken back, and payments, refunds and reversals move the rest', async () => {
    const { id, pay } = await sold()
    await pay(54_050, '2025-12-20')
    const bill = await entered(
      [
        debit('6500', 50_000),
        debit('1171', 4_050, { tax_code: 'I81', tax_base: chf(50_000) }),
        credit('2000', 54_050, opens()),
      ],
      DECEMBER,
    )
    await change()
    expect((await figures('2025-Q4')).lines.at(-1)).to.deep.equal(['500', null, 4_050])
    const first = await figures('2026-Q1')
    expect([first.lines, first.not_due]).to.deep.equal([
      [
        ['200', -50_000, null],
        ['299', -50_000, null],
        ['303', -50_000, -4_050],
        ['399', null, -4_050],
        ['405', null, -4_050],
        ['479', null, -4_050],
      ],
      [
        ['I81', 50_000, 4_050],
        ['V81', 50_000, 4_050],
      ],
    ])
    const payable = await firstOf('supplier-payables', customer(), `&source_fact_id=${bill.id}`)
    await settle(payable.id, 54_050, { settlement_date: '2026-02-25' })
    const rest = await pay(54_050, '2026-03-20')
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
    await undo(`/v1/source-facts/${rest.id}`, { posting_date: '2026-04-02' })
    expect((await figures('2026-Q2')).lines[2]).to.deep.equal(['303', -50_000, -4_050])
    await pay(54_050, '2026-04-10')
    expect((await figures('2026-Q2')).lines).to.deep.equal([])
    // A tenth is given back: the item is open by as much again, and its tax is not due.
    const back = debit('1100', 10_810, { open_item: { document_id: id, purpose: 'refund' } })
    await entered([back, credit('1000', 10_810)], on('2026-07-10'))
    const third = await figures('2026-Q3')
    expect([third.lines[2], third.not_due]).to.deep.equal([['303', -10_000, -810], [['V81', 10_000, 810]]])
  })

  it('are declared to the Rappen over thirds, of which one is paid before the change, one is lost, and one comes back', async () => {
    const taxed = credit('2200', 7_493, { tax_code: 'V81', tax_base: chf(92_507) })
    const { take, pay } = await receivable([debit('1100', 100_000, opens()), credit('3200', 92_507), taxed])
    await pay(33_333, '2025-12-20')
    await change()
    const second = await pay(33_333, '2026-02-20')
    await undo(`/v1/source-facts/${second.id}`, { posting_date: '2026-03-01' })
    const off = debit('2200', 2_497, { tax_code: 'VS81', tax_base: chf(30_837) })
    await entered([debit('3805', 30_837), off, take(33_334, 'write_off')], on('2026-03-10'))
    expect((await figures('2026-Q1')).not_due).to.deep.equal([['V81', 30_835, 2_498]])
    await pay(33_333, '2026-04-20')
    expect((await figures('2026-Q2')).not_due).to.deep.equal([])
    const all = await recordsOf()
    expect(all).to.deep.equal([
      ['V81', 'due', 92_507, 7_493],
      ['V81', 'declared', -61_672, -4_995],
      ['V81', 'declared', 30_836, 2_497],
      ['V81', 'declared', -30_836, -2_497],
      ['V81', 'extinguished', 30_837, 2_497],
      ['V81', 'declared', 30_835, 2_498],
    ])
    const sum = (place: 2 | 3) => all.reduce((total, record) => total + Number(record[place]), 0)
    expect([sum(2), sum(3)]).to.deep.equal([92_507, 7_493])
  })

  it('of another system, declared there, are taken back too; a loss of the rest is never due', async () => {
    const { take, pay, id } = await takenOver()
    await pay(54_050, '2025-12-20')
    await change()
    expect((await figures('2025-Q4')).lines).to.deep.equal([])
    const first = await figures('2026-Q1')
    expect([reduced(first.lines), first.not_due]).to.deep.equal([
      [
        ['200', -50_000, null],
        ['299', -50_000, null],
        ['303', -50_000, -4_050],
      ],
      [['V81', 50_000, 4_050]],
    ])
    await pay(27_025, '2026-02-20')
    await lost(5_000, 405, take(5_405, 'write_off'), '2026-03-10')
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -25_000, -2_025])
    const lines = [{ document_id: id, amount: chf(10_810), deductions: [{ type: 'discount', amount: chf(5_405) }] }]
    const request = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-04-15', lines }
    const allocated = await post('/v1/allocations', request, { wait: 10 })
    expect(allocated.body.state, JSON.stringify(allocated.body)).to.equal('posted')
    await pay(5_405, '2026-05-15')
    const second = await figures('2026-Q2')
    expect([second.lines[2], second.not_due]).to.deep.equal([['303', 15_000, 1_215], []])
    // 81.00 were declared elsewhere; of 100.00 that were lost 8.10 are taken back for good.
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'declared', -50_000, -4_050],
      ['V81', 'declared', 25_000, 2_025],
      ['V81', 'extinguished', 5_000, 405],
      ['V81', 'declared', 10_000, 810],
      ['V81', 'extinguished', 5_000, 405],
      ['V81', 'declared', 5_000, 405],
    ])
  })

  it('are declared again where the change, or what opened them, is taken back', async () => {
    const [sale, old] = [await sold(), await takenOver()]
    await change()
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -200_000, -16_200])
    await undo(`/v1/source-facts/${old.fact.id}`, { posting_date: '2026-02-01' })
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -100_000, -8_100])
    await change(EFFECTIVE)
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
    await sale.pay(108_100, '2026-03-01')
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
  })

  it('stay where they were declared if nothing tells what of the tax is theirs', async () => {
    const half = [debit('1100', 54_050, opens()), debit('1100', 54_050, opens()), ...SOLD]
    await entered(half, DECEMBER)
    const part = await receivable([debit('1100', 54_050, opens()), debit('1000', 54_050), ...SOLD])
    // What is taxed may be the cash sale, and the item a loan of the same amount.
    const loan = [debit('1100', 108_100, opens()), credit('1000', 108_100)]
    await entered([...loan, debit('1000', 108_100), ...SOLD], DECEMBER)
    await change()
    await part.pay(54_050, '2026-02-20')
    expect((await figures('2025-Q4')).lines[2]).to.deep.equal(['303', 300_000, 24_300])
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
  })
})
