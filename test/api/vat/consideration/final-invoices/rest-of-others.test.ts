import { expect } from 'chai'
import { itemsOf } from '../../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { EFFECTIVE, NET_RATE } from '../../register.ts'
import { booksWithFinalInvoices, FINAL } from './books-with-final-invoices.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const BOUGHT = { expense_category: 'advance', supply_date: '2023-12-31' }
const PARTNER = { partner: { name: 'Kundin GmbH' } }

describe('the rest after an advance, when consideration is received', () => {
  const { bought, change, settle, entered, receivableOf, deducted, customer, taxed } = booksWithFinalInvoices(
    EFFECTIVE,
    RECEIVED,
  )

  it('is the same for input tax, and acquisition tax of the rest', async () => {
    const id = await bought(542_500, [taxLine('I81', 1_000_000, 81_000), taxLine('I77', -500_000, -38_500, BOUGHT)])
    const acquired = await bought(50_000, [taxLine('B81', 100_000, 0), taxLine('B77', -50_000, 0, BOUGHT)])
    await change()
    expect(await taxed('2026-Q1')).to.deep.equal([
      ['383', -50_000, -4_050],
      ['405', null, -44_700],
    ])
    await settle(id, 542_500, { settlement_date: '2026-04-10' })
    await settle(acquired, 50_000, { settlement_date: '2026-04-10' })
    expect(await taxed('2026-Q2')).to.deep.equal([
      ['383', 50_000, 4_050],
      ['405', null, 44_700],
    ])
  })

  it('is the same as a voucher that sets the advance off', async () => {
    const paid = await entered(
      [
        debit('1000', 538_500),
        credit('2030', 500_000, { open_item: { new: PARTNER } }),
        credit('2200', 38_500, { tax_code: 'V77', tax_base: chf(500_000) }),
      ],
      '2023-12-15',
    )
    const [advance] = await itemsOf('documents', customer(), `&source_fact_id=${paid}`)
    const final = await entered(
      [
        debit('1100', 542_500, { open_item: { new: PARTNER } }),
        debit('2030', 500_000, { open_item: { document_id: there(advance).id, purpose: 'set_off' } }),
        debit('2200', 38_500, { tax_code: 'VS77', tax_base: chf(500_000), supply_date: '2023-12-31' }),
        credit('3400', 1_000_000),
        credit('2200', 81_000, { tax_code: 'V81', tax_base: chf(1_000_000) }),
      ],
      '2025-12-10',
    )
    await change()
    expect(await taxed('2026-Q1')).to.deep.equal([['303', -501_850, -40_650]])
    const moved = { 1000: 488_250, 3800: 50_185, 2200: 4_065, 1100: -542_500 }
    expect(await deducted(await receivableOf(final), 488_250, 'discount', 54_250)).to.deep.equal(moved)
    expect(await taxed('2026-Q2')).to.deep.equal([['303', 451_665, 36_585]])
  })
})

describe('a final invoice at a net tax rate that is open when consideration is received', () => {
  const { invoiced, change, figures } = booksWithFinalInvoices(NET_RATE, { ...NET_RATE, consideration: 'received' })

  it('has the rest taken back, gross', async () => {
    await invoiced(542_500, FINAL)
    await change()
    expect((await figures('2026-H1')).lines[0]).to.deep.equal(['200', -542_500, null])
    expect((await figures('2026-H1')).not_due).to.deep.equal([['V81', 542_500, 0]])
  })
})
