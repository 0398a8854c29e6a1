import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { BEFORE, type WorkedExample } from '../../data/worked-examples/worked-example.ts'
import { WORKED_EXAMPLES } from '../../data/worked-examples/worked-examples.ts'
import { findings, linesOf } from '../../support/books.ts'
import { get, itemsOf, post, put } from '../../support/client.ts'
import { EXPENSES, INVOICES, VOUCHERS } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

/** Each example over HTTP: sent, booked, read from the journal, reversed, and the verifier finds nothing. */
describe('worked examples', () => {
  for (const example of WORKED_EXAMPLES) {
    it(example.name, async () => {
      const customer = await newKmuCustomer()
      await prepare(customer, example)
      const before = example.before ? await bookBefore(customer, example.before) : ''
      const { body: fact, text } = await post(example.path, factOf(customer, example, before), { wait: 10 })
      expect(fact.state, text).to.equal('posted')
      const entry_id = there(fact.journal_entry_id.id)
      expect(await linesOf(entry_id)).to.deep.equal(example.lines)
      expect(await taxOf(entry_id)).to.deep.equal(example.tax ?? [])
      expect(await openItemsOf(customer, example)).to.deep.equal(expectedOf(example, example.open, example.left))

      const reversal = { end_customer_id: customer, reason: 'Storno' }
      const { body: reversed } = await post(`/v1/source-facts/${fact.id}/reverse`, reversal, { wait: 10 })
      expect(reversed.state).to.equal('reversed')
      const storno = there((await get(`/v1/journal-entries/${entry_id}`)).body.reversed_by)
      expect(await linesOf(storno)).to.deep.equal(
        example.lines.map(([account, debit, credit]) => [account, credit, debit]),
      )
      expect(await taxOf(storno)).to.deep.equal(
        (example.tax ?? []).map(([code, base, tax]) => [code, 0 - base, 0 - tax]),
      )
      const none = example.open && ([0, example.open[1]] as const)
      expect(await openItemsOf(customer, example)).to.deep.equal(expectedOf(example, none, example.before?.open))
      expect(await findings(customer)).to.deep.equal([])
    })
  }
})

async function prepare(customer: string, { vat_method, mapping, rates }: WorkedExample): Promise<void> {
  if (vat_method) await put(`/v1/end-customers/${customer}`, { vat_method })
  if (mapping) {
    const [mapping_key, account_code] = mapping
    const mappings = [{ mapping_key, account_code, valid_from: '2020-01-01' }]
    await put('/v1/account-mappings', { end_customer_id: customer, mappings })
  }
  const list = Object.entries(rates ?? {}).map(([currency, rate]) => ({ currency, rate, rate_date: '2026-01-01' }))
  if (list.length > 0) await put('/v1/exchange-rates', { end_customer_id: customer, rates: list })
}

/** @returns the id of the open item that it leaves */
async function bookBefore(customer: string, example: WorkedExample): Promise<string> {
  await prepare(customer, example)
  const { body, text } = await post(example.path, factOf(customer, example), { wait: 10 })
  expect(body.state, text).to.equal('posted')
  return there((await itemsOf(OPEN_ITEMS[example.path] ?? 'documents', customer))[0]).id
}

function factOf(end_customer_id: string, { payload: before, receipt = true }: WorkedExample, item = '') {
  const payload: object = JSON.parse(JSON.stringify(before).replaceAll(`"${BEFORE}"`, `"${item}"`))
  const reference = randomUUID()
  return {
    end_customer_id,
    business_date: '2026-06-30',
    source_system: 'examples',
    external_reference: reference,
    idempotency_key: reference,
    source_hash: 'a',
    source_payload_hash: 'b',
    evidence_links: receipt ? [{ type: 'receipt', sha256: 'c'.repeat(64) }] : [],
    payload,
  }
}

async function taxOf(journal_entry_id: string) {
  const { body } = await get(`/v1/journal-entries/${journal_entry_id}`)
  return (body.tax_summary ?? []).map(({ tax_code, base_amount, tax_amount }) => [
    tax_code,
    base_amount.amount_minor,
    tax_amount.amount_minor,
  ])
}

const OPEN_ITEMS = { [EXPENSES]: 'supplier-payables', [INVOICES]: 'documents', [VOUCHERS]: null } as const

type Open = readonly [number, string]

function expectedOf({ before }: WorkedExample, open: Open | undefined, left: Open | undefined): Open[] {
  const expected = before ? left : open
  return expected ? [expected] : []
}

/** Those of the example before it, where there is one. */
async function openItemsOf(customer: string, example: WorkedExample): Promise<Open[]> {
  const name = OPEN_ITEMS[(example.before ?? example).path]
  const items = name ? await itemsOf(name, customer) : []
  return items.map(({ open_amount }) => [open_amount.amount_minor, open_amount.currency])
}
