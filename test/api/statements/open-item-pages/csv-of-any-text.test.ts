import { expect } from 'chai'
import { csvLines, harmless } from '../../../../api/print/csv.ts'
import { decimal } from '../../../../shared/accounting/amounts/decimal.ts'
import { post } from '../../../support/client.ts'
import { INVOICES, invoice } from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { fetchAs } from '../books-to-show.ts'
import { type List, type Page, pageOf, pathOf } from './lists.ts'

/** Names, references and numbers of documents that are hard to cut off, to quote, or to keep from being a formula. */
// biome-ignore format: a list of texts reads better in rows
const TEXTS = [
  'Müller & Söhne', '=1+1', '12 3 - t', '"quoted"', 'a,b;c', ';=2', '﹣1', '日本 商店', '𝒳 𝒴', "'@SUM(1)", '\u00a0+1', '- -', 'ß\u200b=1',
]

describe('the whole list of open items as CSV', () => {
  it('has the bytes of its pages, written field by field, whatever the texts are', async () => {
    const customer = await newKmuCustomer()
    for (const [at, name] of TEXTS.entries())
      for (const customer_external_reference of [undefined, TEXTS.at(at - 3)]) {
        const document_number = customer_external_reference && TEXTS.at(at - 5)
        const payload = { customer: { name, customer_external_reference }, document_number }
        expect((await post(INVOICES, invoice(customer, { payload }), { wait: 20 })).status).to.equal(202)
      }
    const list: List = { customer, side: 'receivables', date: '2026-05-20' }
    const { items } = await pageOf(list, 500)
    expect(items).to.have.length(2 * TEXTS.length)
    const csv = await (await fetchAs(pathOf(list), 'text/csv')).text()
    const [, ...lines] = csv.split('\r\n')
    const withoutEntries = lines.map((line) => line.replace(/,\d+$/, '\r\n')).join('')
    expect(withoutEntries).to.equal(csvLines(items.map(fieldsOf)))
  })
})

// biome-ignore format: the fields in their order
function fieldsOf(item: Page['items'][number]): (string | null)[] {
  const text = (value: string | null) => value && harmless(value)
  const amount = ({ amount_minor, currency }: Page['items'][number]['amount']) => decimal(BigInt(amount_minor), currency)
  return [
    item.kind, item.id, text(item.partner.name), text(item.partner.reference), text(item.account_code),
    text(item.document_number), item.document_date, item.due_date, text(item.payment_reference), String(item.days_overdue),
    item.age, item.amount.currency, amount(item.amount), amount(item.open_amount), item.base_amount.currency,
    amount(item.base_amount), amount(item.base_open_amount), String(item.is_opening),
  ]
}
