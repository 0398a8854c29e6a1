import { expect } from 'chai'
import { eventually } from '../../../support/books.ts'
import { itemsOf, post, put } from '../../../support/client.ts'
import { chf, expense, invoice, taxLine } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'

/** Documents with tax, one batch of each kind, and a VAT return that is filed. */
export async function manyRates() {
  const end_customer_id = await newKmuCustomer()
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Meier & Co', uid: 'CHE-116.281.710 MWST' })
  const days = (index: number) => `2026-0${1 + (index % 3)}-1${index % 10}`
  const sales = ['V81', 'V26', 'V38', 'V0X', 'V0E'].map((code) =>
    taxLine(code, 2_000, code === 'V81' ? 162 : code === 'V26' ? 52 : code === 'V38' ? 76 : 0),
  )
  const gross = chf(10_000 + 162 + 52 + 76)
  await postBatch((index) =>
    invoice(end_customer_id, {
      business_date: days(index),
      payload: {
        document_date: days(index),
        gross_amount: gross,
        tax_lines: sales,
        customer: { name: `Kundin ${index} AG`, customer_external_reference: `K-${index}` },
      },
    }),
  )
  await postBatch((index) =>
    expense(end_customer_id, {
      business_date: days(index),
      payload: {
        document_date: days(index),
        supplier: { name: `Lieferant ${index} AG` },
        tax_lines: [taxLine('I81', 10_000, 810)],
      },
    }),
  )
  await settledFacts(end_customer_id)
  const filed = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id })
  expect(filed.status, filed.text).to.equal(201)
  return { end_customer_id }
}

/** Invoices of which the tax is due when they are paid. */
export async function manyNotDue() {
  const end_customer_id = await newKmuCustomer()
  const method = { method: 'effective', consideration: 'received', filing_period: 'quarter' }
  const registered = await put('/v1/vat-registrations', {
    end_customer_id,
    valid_from: '2026-01-01',
    reason: 'x',
    ...method,
  })
  expect(registered.status, registered.text).to.equal(202)
  await postBatch(() => invoice(end_customer_id))
  await settledFacts(end_customer_id)
  return { end_customer_id }
}

async function postBatch(item: (index: number) => object): Promise<void> {
  const items = Array.from({ length: 500 }, (_, index) => item(index))
  const { status, body, text } = await post('/v1/source-facts/batch', { items })
  expect([status, body.counts?.created], text.slice(0, 1_000)).to.deep.equal([202, 500])
}

async function settledFacts(end_customer_id: string): Promise<void> {
  await eventually(
    async () => (await itemsOf('source-facts', end_customer_id, '&state=received&limit=1')).length === 0,
    120,
  )
  expect(await itemsOf('source-facts', end_customer_id, '&state=blocked&limit=1')).to.deep.equal([])
}
