import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { uuidOf } from '../../../shared/process/ids.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postBatch } from '../../../workers/facts/post-batch.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { chart, chf, credit, debit, INVOICES, invoice, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'
import { there } from '../../support/there.ts'

type Kind = 'receivable' | 'customer_credit' | 'supplier_advance' | undefined
/** A line on an account that may become a control account, an older line, an item, or a document that may look the same. */
type Event = { reference: number; amount: number } & (
  | { what: 'opens'; account: string; kinds: readonly Kind[] }
  | { what: 'plain'; account: string }
  | { what: 'older' | 'item' }
  | { what: 'invoice'; number: string; day: string }
)

const amount = fc.integer({ min: -4, max: 6 }).filter((minor) => minor !== 0)
const reference = fc.integer({ min: 0, max: 20 })
const account = fc.constantFrom('1190', '1190', '1191', '6500')
const kind = fc.constantFrom<Kind>(
  undefined,
  undefined,
  'receivable',
  'receivable',
  'customer_credit',
  'supplier_advance',
)
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: fc.constant('opens' as const),
    reference,
    amount,
    account,
    kinds: fc.oneof(
      fc.array(kind, { minLength: 1, maxLength: 2 }),
      kind.map((one) => [one, one]),
    ),
  }),
  fc.record({ what: fc.constant('plain' as const), reference, amount, account }),
  fc.record({ what: fc.constantFrom('older' as const, 'item' as const), reference, amount }),
  fc.record({
    what: fc.constant('invoice' as const),
    reference,
    amount: amount.map((minor) => (minor > 0 ? 1 : -1)),
    number: fc.constantFrom('R-1', 'R 1', 'R-2'),
    day: fc.constantFrom('2026-03-14', '2026-03-15'),
  }),
)

describe('facts are decided alike, however they fall into batches', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('whatever comes in whatever order, with whatever repeats', async function () {
    this.timeout(360_000)
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 2, maxLength: 9 }),
        fc.infiniteStream(fc.boolean()),
        async (events, cuts) => {
          const together = await decided(events, () => false)
          const cut = await decided(events, () => cuts.next().value)
          expect(cut).to.deep.equal(together)
        },
      ),
      { seed: 957, numRuns: 15 },
    )
  })

  it('one after the other, and all at once', async () => {
    const opens = (more: { account?: string; kinds?: readonly Kind[]; amount?: number; reference: number }) =>
      ({ what: 'opens', account: '1190', kinds: ['receivable'], amount: 3, ...more }) as const
    const events: Event[] = [
      opens({ reference: 1, kinds: ['receivable', 'receivable'] }),
      opens({ reference: 2, kinds: [undefined] }),
      { what: 'older', reference: 3, amount: 3 },
      { what: 'older', reference: 4, amount: -2 },
      ...['R-1', 'R 1', 'R-1', 'R 1', 'R-1'].map(
        (number, index) =>
          ({ what: 'invoice', reference: 5 + index, amount: 1, number, day: `2026-03-1${index}` }) as const,
      ),
    ]
    const alone = await decided(events, () => true)
    expect(alone.facts.map(([state]) => state)).to.deep.equal([
      'posted',
      'posted',
      'posted',
      'blocked',
      ...Array.from({ length: 5 }, () => 'posted'),
    ])
    expect(await decided(events, () => false)).to.deep.equal(alone)
  })

  const evaluate = async (ids: readonly string[]) =>
    evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids), PATIENT)
  async function booked(path: typeof VOUCHERS | typeof INVOICES, request: object) {
    const { body } = await quiet.post(path, request)
    await evaluate([body.id])
    return (await quiet.get(`/v1/source-facts/${body.id}`)).body
  }

  /** Books of a new end customer with an item and an older line of 4 each, and what becomes of facts in them. */
  async function decided(events: readonly Event[], isCut: () => boolean) {
    const customer = randomUUID()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...one }) => one)
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', accounts))
    const older = await booked(
      VOUCHERS,
      voucher(customer, { payload: { lines: [debit('1101', 4), credit('1020', 4)] } }),
    )
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1101', valid_from: '2027-01-01' }]
    await quiet.put('/v1/account-mappings', { end_customer_id: customer, mappings })
    const document = await booked(INVOICES, invoice(customer, { payload: { gross_amount: chf(4), tax_lines: [] } }))
    const document_id = (await quiet.firstOf('documents', customer, `&source_fact_id=${document.id}`)).id
    const legacy_line = { journal_entry_id: there(older.journal_entry_id).id, line_number: 1 }
    const names = { older: { legacy_line }, item: { document_id } }
    const ids: string[] = []
    for (const one of events) {
      const [path, request] = requestOf(customer, one, names)
      ids.push((await quiet.post(path, request)).body.id)
    }
    let slice: string[] = []
    for (const [index, id] of ids.entries()) {
      slice.push(id)
      if (index < ids.length - 1 && !isCut()) continue
      const keys = slice.map((one) => ({ end_customer_id: customer, source_fact_id: uuidOf('source_fact', one) ?? '' }))
      await quiet.worker.pool.transaction((tx) => postBatch(tx, quiet.worker, keys, [], PATIENT.turn))
      slice = []
    }
    expect(await quiet.findings(customer)).to.deep.equal([])
    return { facts: await Promise.all(ids.map(decisionOf)), ...(await itemsOf(customer)) }
  }

  async function decisionOf(id: string) {
    const { state, blockers, warnings } = (await quiet.get(`/v1/source-facts/${id}`)).body
    const found = [...blockers, ...(warnings ?? [])]
    return [state, ...found.map(({ code, pointer, message }) => `${code} ${pointer} ${withoutIds(message)}`)]
  }
  /** What was opened in one entry has no order. */
  async function itemsOf(customer: string) {
    const documents = await quiet.itemsOf('documents', customer)
    const payables = await quiet.itemsOf('supplier-payables', customer)
    const shown = [...documents, ...payables].map(({ kind, amount, open_amount, state }) =>
      [kind, amount.amount_minor, open_amount.amount_minor, state].join(' '),
    )
    return { items: shown.sort() }
  }
})

const withoutIds = (message: string) => message.replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, 'ID')

function requestOf(customer: string, one: Event, names: { older: object; item: object }) {
  const fields = { external_reference: `R-${one.reference}` }
  if (one.what === 'invoice') {
    const payload = {
      gross_amount: chf(one.amount),
      tax_lines: [],
      document_number: one.number,
      document_date: one.day,
    }
    return [INVOICES, invoice(customer, { ...fields, payload })] as const
  }
  const lines = linesOf(one, names)
  return [VOUCHERS, voucher(customer, { ...fields, payload: { lines } })] as const
}

function linesOf(one: Exclude<Event, { what: 'invoice' }>, names: { older: object; item: object }) {
  const line = (account_code: string, minor: number, more: object = {}) =>
    minor > 0 ? debit(account_code, minor, more) : credit(account_code, -minor, more)
  if (one.what === 'plain') return [line(one.account, one.amount), line('1020', -one.amount)]
  if (one.what === 'opens') {
    const opened = one.kinds.map((kind) =>
      line(one.account, one.amount, { open_item: { new: { partner: { name: 'Gemeinde' }, ...(kind && { kind }) } } }),
    )
    return [...opened, line('1020', -one.amount * opened.length)]
  }
  const code = one.what === 'older' ? '1101' : '1100'
  return [line('1020', one.amount), line(code, -one.amount, { open_item: { ...names[one.what], purpose: 'transfer' } })]
}
