import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, get, post } from '../../../support/client.ts'
import { credit, debit, taxLine, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { EFFECTIVE } from '../register.ts'
import { filer } from './filer.ts'

const UNREGISTERED = { method: 'not_registered' }

/** Registered for received consideration from 15 May to 20 September, with a sale that is not paid. */
async function ended() {
  const books = await filer([
    ['2020-01-01', UNREGISTERED],
    ['2026-05-15', { ...EFFECTIVE, consideration: 'received' }],
    ['2026-09-21', UNREGISTERED],
  ])
  const { customer } = books
  const sale = await books.invoiced('2026-06-10', 108_100, [taxLine('V81', 100_000, 8_100)])
  const { id: document_id } = await firstOf('documents', customer, `&source_fact_id=${sale.id}`)
  const pay = async (business_date: string, amount: number, more: object = {}) => {
    const lines = [debit('1020', amount), credit('1100', amount, { open_item: { document_id, purpose: 'payment' } })]
    const payload = { lines, document_date: business_date }
    return (await post(VOUCHERS, voucher(customer, { business_date, payload, ...more }), { wait: 10 })).body
  }
  return { ...books, document_id, pay }
}

describe('the last return under received consideration', () => {
  it('warns of what is not due, with its tax and its items', async () => {
    const { customer, document_id, returnOf, file } = await ended()
    expect((await returnOf('2026-Q2')).warnings).to.deep.equal([])
    expect(await file('2026-Q2')).to.deep.include({ status: 201, payable: 0 })
    const expected = {
      code: 'tax_not_due_at_end',
      count: 1,
      is_at_least: false,
      message:
        'Receivables and payables with tax that is not due on the last day of the liability: 1. No return has their tax: CHF 81.00 (V81).',
      remedy:
        'Ask the tax administration whether the last return declares it. A payment afterwards takes vat_period: correction, and its tax then counts in the last return.',
      look_at: [`/v1/tax-not-due?end_customer_id=${customer}&date=2026-09-20`, `/v1/documents/${document_id}`],
      must_be_accepted: false,
      accepted_because: null,
    }
    expect((await returnOf('2026-Q3')).warnings).to.deep.equal([expected])
    expect(await file('2026-Q3')).to.deep.include({ status: 201, payable: 0 })
    expect((await returnOf('2026-Q3')).warnings).to.deep.equal([expected])
  })

  it('has no such warning where all is paid', async () => {
    const { pay, returnOf } = await ended()
    expect((await pay('2026-09-01', 108_100)).state).to.equal('posted')
    expect((await returnOf('2026-Q3')).warnings).to.deep.equal([])
  })
})

describe('a payment after the end of the liability', () => {
  for (const isFiled of [true, false])
    it(`counts in the last return by its word alone (${isFiled ? 'filed' : 'not filed yet'})`, async () => {
      const { customer, pay, file, figures } = await ended()
      await file('2026-Q2')
      if (isFiled) await file('2026-Q3')
      const refused = await pay('2026-10-03', 10_000)
      expect(refused.blockers.map(({ code }) => code)).to.deep.equal(['tax_of_other_method'])
      await post(`/v1/source-facts/${refused.id}/withdraw`, { end_customer_id: customer, reason: 'x' } as never)
      const paid = await pay('2026-10-04', 54_050, { vat_period: 'correction' })
      expect(paid.state, JSON.stringify(paid.blockers)).to.equal('posted')
      const submission = isFiled ? 'correction' : 'first'
      expect(await figures('2026-Q3', `&submission=${submission}`)).to.deep.equal([
        ['200', 50_000, null],
        ['299', 50_000, null],
        ['303', 50_000, 4_050],
        ['399', null, 4_050],
        ['500', null, 4_050],
      ])
      expect(await file('2026-Q3', submission)).to.deep.include({ status: 201, payable: 4_050 })
      expect(await findings(customer)).to.deep.equal([])
    })

  it('counts in the reconciliation of the year by that word', async () => {
    const { customer, pay, file, figures } = await ended()
    await file('2026-Q2')
    await file('2026-Q3')
    expect((await pay('2026-10-04', 54_050, { vat_period: 'annual_reconciliation' })).state).to.equal('posted')
    const of = await figures('2026', '&submission=annual_reconciliation')
    expect(of.at(-1)).to.deep.equal(['500', null, 4_050])
    const { body } = await get(`/v1/tax-not-due?end_customer_id=${customer}&date=2026-12-31`)
    expect(body.data.map(({ taxes }) => taxes[0]?.tax_amount.amount_minor)).to.deep.equal([4_050])
    expect(await findings(customer)).to.deep.equal([])
  })
})
