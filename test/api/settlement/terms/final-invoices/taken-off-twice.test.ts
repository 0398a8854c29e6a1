import { expect } from 'chai'
import { itemsOf, post, put } from '../../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../../support/requests/examples.ts'
import { there } from '../../../../support/there.ts'
import { booksToSettle } from '../../books-to-settle.ts'

const MAPPING = { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' }
const FINAL = [taxLine('V81', 100_000, 8_100), taxLine('V81', -50_000, -4_050, { revenue_category: 'advance' })]
const CUSTOMER = { name: 'Kundin GmbH', customer_external_reference: 'K-2' }

/** Of 1'081.00 with an advance of 540.50 there are 81.00 of tax: the final invoice has taken 40.50 back, and no voucher does so again. */
describe('an advance that a final invoice has taken off', () => {
  const { customer, invoiced } = booksToSettle()
  const booked = async (lines: object[], business_date = '2026-04-15') => {
    const { body } = await post(VOUCHERS, voucher(customer(), { business_date, payload: { lines } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    return there(body.warnings).map(({ code, pointer }) => `${code} ${pointer}`)
  }
  const tax = { tax_code: 'V81', tax_base: chf(50_000) }
  const received = async (name = CUSTOMER.name, reference = CUSTOMER.customer_external_reference) => {
    const known = new Set((await itemsOf('documents', customer())).map(({ id }) => id))
    const partner = { name, reference }
    const item = { open_item: { new: { kind: 'customer_credit', partner } } }
    await booked([debit('1000', 54_050), credit('2030', 50_000, item), credit('2200', 4_050, tax)], '2026-03-02')
    return there((await itemsOf('documents', customer())).find(({ id }) => !known.has(id))).id
  }
  const takenOff = async () => {
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings: [MAPPING] }, { wait: 10 })
    const payload = { gross_amount: chf(54_050), tax_lines: FINAL, customer: CUSTOMER }
    const { body } = await post(INVOICES, invoice(customer(), { payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const items = await itemsOf('documents', customer(), `&source_fact_id=${body.id}`)
    return there(items.find(({ kind }) => kind === 'customer_credit')).id
  }
  const used = (document_id: string) => ({ open_item: { document_id, purpose: 'set_off' } })
  const setOff = async (advance: string) => {
    const other = await invoiced(108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)], customer: CUSTOMER })
    return booked([
      debit('2030', 50_000, used(advance)),
      debit('2200', 4_050, { tax_code: 'VS81', tax_base: chf(50_000) }),
      credit('1100', 54_050, used(other.id)),
    ])
  }

  it('warns where a voucher takes its tax back once more', async () => {
    const advance = await received()
    await takenOff()
    expect(await setOff(advance)).to.deep.equal(['advance_taken_off_twice /payload/lines/0/open_item'])
  })

  it('is told from another advance of the customer, and from that of another one', async () => {
    const [, next, other] = [await received(), await received(), await received('Andere AG', 'K-3')]
    await takenOff()
    expect(await setOff(next)).to.deep.equal([])
    const refunded = [
      debit('2030', 50_000, { open_item: { document_id: other, purpose: 'refund' } }),
      debit('2200', 4_050, { tax_code: 'VS81', tax_base: chf(50_000) }),
      credit('1000', 54_050),
    ]
    expect(await booked(refunded)).to.deep.equal([])
  })

  it('is nothing to be warned of once both are set off, or where a voucher has both', async () => {
    const [advance, next] = [await received(), await received()]
    const taken = await takenOff()
    expect(await booked([debit('2030', 50_000, used(advance)), credit('2030', 50_000, used(taken))])).to.deep.equal([])
    expect(await setOff(next)).to.deep.equal([])
  })
})
