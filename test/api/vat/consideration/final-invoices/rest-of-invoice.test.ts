import { expect } from 'chai'
import { sql } from '../../../../../shared/store/db/database.ts'
import { verifyTransferredRests } from '../../../../../shared/verify/verify-reductions.ts'
import { post } from '../../../../support/client.ts'
import { chf, taxLine } from '../../../../support/requests/examples.ts'
import { service } from '../../../../support/service.ts'
import { EFFECTIVE } from '../../register.ts'
import { booksWithFinalInvoices, FINAL, SOLD } from './books-with-final-invoices.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const

/**
 * 10'810.00 at 8.1 % less 5'385.00 at 7.7 %: 5'425.00 are left, all at 8.1 %, which are 5'018.50 and 406.50. The change takes those back, and
 * payments declare them. What the advance has paid stays: 810.00 − 385.00 − 406.50 = 18.50, the difference of the rates on 5'385.00.
 */
describe('a final invoice under agreed consideration that is open when it is received', () => {
  const { customer, sold, invoiced, change, pay, undo, deducted, taxed, notDue } = booksWithFinalInvoices(
    EFFECTIVE,
    RECEIVED,
  )

  it('has the rest taken back, and declared by its payments', async () => {
    const { id } = await invoiced(542_500, FINAL)
    const ofInvoice = [
      ['302', -500_000, -38_500],
      ['303', 1_000_000, 81_000],
    ]
    expect(await taxed('2025-Q4')).to.deep.equal(ofInvoice)
    await change()
    expect(await taxed('2025-Q4')).to.deep.equal(ofInvoice)
    expect(await taxed('2026-Q1')).to.deep.equal([['303', -501_850, -40_650]])
    expect(await notDue('2026-Q1')).to.deep.equal([['V81', 501_850, 40_650]])
    await pay(id, 271_250, { posting_date: '2026-04-10' })
    expect(await taxed('2026-Q2')).to.deep.equal([['303', 250_925, 20_325]])
    const last = await pay(id, 271_250, { posting_date: '2026-07-10' })
    expect(await taxed('2026-Q3')).to.deep.equal([['303', 250_925, 20_325]])
    expect(await notDue('2026-Q3')).to.deep.equal([])
    await undo(`/v1/allocations/${last.id}`, { posting_date: '2026-10-02' })
    expect(await taxed('2026-Q4')).to.deep.equal([['303', -250_925, -20_325]])
  })

  it('is found by the verifier, where more or less than the rest was transferred', async () => {
    await invoiced(542_500, FINAL)
    await change()
    const found: string[] = []
    const takenBack = new Error('taken back')
    await service()
      .owner.transaction(async (tx) => {
        await tx.query(sql.unsafe`set local session_replication_role = replica`)
        await tx.query(sql.unsafe`
          update journal_lines set tax_due = jsonb_set(tax_due, '{0,whole,tax_minor}', '40651')
          where end_customer_id = ${customer()} and tax_due @? '$[*].whole'
        `)
        await verifyTransferredRests(tx, customer(), (_, subject, ...of) => {
          found.push(`${subject.replace(/^.*, /, '')}: ${of.join(', not ')}`)
        })
        throw takenBack
      })
      .catch((error) => {
        if (error !== takenBack) throw error
      })
    expect(found).to.deep.equal(['line 3: base 501850, tax 40650, not base 501850, tax 40651'])
  })

  it('takes back what is open of the rest, where a half was paid before', async () => {
    const { id } = await invoiced(542_500, FINAL)
    await pay(id, 271_250, { posting_date: '2025-12-20' })
    await change()
    expect(await taxed('2026-Q1')).to.deep.equal([['303', -250_925, -20_325]])
    expect(await deducted(id, 0, 'write_off', 271_250)).to.deep.equal({ 3805: 250_925, 2200: 20_325, 1100: -271_250 })
    expect([await taxed('2026-Q2'), await notDue('2026-Q2')]).to.deep.equal([[], []])
  })

  it('extinguishes the tax of a discount on the rest', async () => {
    const { id } = await invoiced(542_500, FINAL)
    await change()
    const moved = { 1000: 488_250, 3800: 50_185, 2200: 4_065, 1100: -542_500 }
    expect(await deducted(id, 488_250, 'discount', 54_250)).to.deep.equal(moved)
    expect(await taxed('2026-Q2')).to.deep.equal([['303', 451_665, 36_585]])
    expect(await notDue('2026-Q2')).to.deep.equal([])
  })

  it('is taken back by a credit note of one line, once that is set off', async () => {
    const { id } = await invoiced(542_500, FINAL)
    await change()
    const rest = [taxLine('V81', -501_850, -40_650)]
    const note = await sold('2026-02-10', rest, { gross_amount: chf(-542_500), supply_date: '2025-12-10' })
    const lines = [
      { document_id: id, amount: chf(542_500) },
      { document_id: note.id, amount: chf(-542_500) },
    ]
    const request = { end_customer_id: customer(), posting_date: '2026-02-20', lines }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    expect([await taxed('2026-Q1'), await notDue('2026-Q1')]).to.deep.equal([[['303', -501_850, -40_650]], []])
  })

  it('is as before where the change is taken back, and gone where the invoice is reversed', async () => {
    const { fact_id, id } = await invoiced(542_500, FINAL)
    await change()
    await change(EFFECTIVE)
    expect(await taxed('2026-Q1')).to.deep.equal([])
    await change()
    expect(await taxed('2026-Q1')).to.deep.equal([['303', -501_850, -40_650]])
    const payment = await pay(id, 271_250, { posting_date: '2026-02-10' })
    await undo(`/v1/allocations/${payment.id}`, { posting_date: '2026-02-20' })
    await undo(`/v1/source-facts/${fact_id}`, { posting_date: '2026-03-20' })
    expect(await taxed('2026-Q1')).to.deep.equal([
      ['302', 500_000, 38_500],
      ['303', -1_000_000, -81_000],
    ])
    expect(await notDue('2026-Q1')).to.deep.equal([])
  })

  it('waits for the money of the next advance whole, and of two rates for the rest of each', async () => {
    // 8.1 %: 10'810.00; 2.6 %: 10'260.00. Of the 21'070.00 an advance of 5'267.50, a quarter, is paid; 2'162.00 are asked for.
    await invoiced(1_796_450, [
      taxLine('V81', 1_000_000, 81_000),
      taxLine('V26', 1_000_000, 26_000),
      taxLine('V77', -489_090, -37_660, SOLD),
      taxLine('V81', 200_000, 16_200, { revenue_category: 'advance' }),
    ])
    await change()
    expect(await taxed('2026-Q1')).to.deep.equal([
      ['303', -950_000, -76_950],
      ['313', -750_000, -19_500],
    ])
  })

  it('has tax of an invoice for an advance wait for its money, too', async () => {
    const { id } = await invoiced(540_500, [taxLine('V81', 500_000, 40_500, { revenue_category: 'advance' })])
    await change()
    expect(await taxed('2026-Q1')).to.deep.equal([['303', -500_000, -40_500]])
    await pay(id, 540_500, { posting_date: '2026-04-10' })
    expect(await taxed('2026-Q2')).to.deep.equal([['303', 500_000, 40_500]])
  })
})
