import { expect } from 'chai'
import { firstOf, post } from '../../../support/client.ts'
import { chf, taxLine } from '../../../support/requests/examples.ts'
import { filer } from '../changed-method/filer.ts'
import { EFFECTIVE } from '../register.ts'

/** The day of the money, and that of the invoice that it pays. */
export const [PAID, INVOICED] = ['2026-03-20', '2026-04-02']

/** Books with an invoice of 1'081.00, and money on an account that pays of it. */
export async function booksPaidAhead(registration: object = EFFECTIVE, invoiced_on = INVOICED, payload = {}) {
  const filed = await filer([['2026-01-01', registration]])
  const { customer, invoiced } = filed
  const fact = await invoiced(invoiced_on, 108_100, [taxLine('V81', 100_000, 8_100)], payload)
  const document = await firstOf('documents', customer, `&source_fact_id=${fact.id}`)
  const allocate = async (posting_date: string, more: object = {}) => {
    const lines = [{ document_id: document.id, amount: chf(108_100) }]
    const asked = { end_customer_id: customer, account_code: '1000', posting_date, lines, ...more }
    const { body } = await post('/v1/allocations', asked, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    return body
  }
  return { ...filed, document, allocate }
}
