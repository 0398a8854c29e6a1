import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { importBankStatements } from '../../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postBatch } from '../../../workers/facts/post-batch.ts'
import { reevaluateFacts } from '../../../workers/facts/reevaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import {
  chart,
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'

type Path = typeof EXPENSES | typeof INVOICES | typeof VOUCHERS

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD' })

/** A worker that does nothing by itself: a voucher comes between the request of a reversal and its posting. */
describe('a reversal that something forbids since it was requested', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    customer = randomUUID()
    const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', accounts))
    const rates = [{ currency: 'USD', rate: '0.90', rate_date: '2026-01-01' }]
    await quiet.put('/v1/exchange-rates', { end_customer_id: customer, rates })
  })
  afterEach(async () => expect(await quiet.findings(customer)).to.deep.equal([]))

  const evaluate = async (id: string) => evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [id]), PATIENT)
  async function booked(path: Path, request: object): Promise<string> {
    const { body } = await quiet.post(path, request)
    await evaluate(body.id)
    const fact = (await quiet.get(`/v1/source-facts/${body.id}`)).body
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    return body.id
  }
  const voucherOn = (business_date: string, lines: object[]) =>
    voucher(customer, { business_date, external_reference: randomUUID(), payload: { lines } })
  const reverse = async (path: string) => {
    const { status } = await quiet.post(`${path}/reverse`, { end_customer_id: customer, reason: 'x' })
    expect(status).to.equal(202)
  }
  const drop = (queue: string) =>
    quiet.worker.pool.query(sql.type(row())`
      delete from pgboss.job where data ->> 'end_customer_id' = ${customer} and name = ${queue}
    `)
  /** Posts everything that waits for it. */
  async function post(): Promise<void> {
    await postIntents(quiet.worker, await quiet.jobsOf('ledger.post', customer))
    await drop('ledger.post')
  }
  const stateOf = () =>
    quiet.worker.pool.one(sql.type(row<{ state: string; codes: string[] }>())`
      select state, blocker_codes as codes from intents where end_customer_id = ${customer}
      order by intent_id desc limit 1
    `)

  /** The reversal waits, tries itself no more, and is posted when something that it waits for has changed. */
  async function expectWaits(remove: () => Promise<unknown>): Promise<void> {
    await drop('facts.reevaluate')
    await post()
    expect(await stateOf()).to.deep.equal({ state: 'blocked', codes: ['open_item_exceeded'] })
    const left = async () =>
      (await quiet.jobsOf('facts.reevaluate', customer)).length + (await quiet.jobsOf('ledger.post', customer)).length
    expect(await left()).to.equal(0)
    await remove()
    await reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer))
    await post()
    expect(await stateOf()).to.deep.equal({ state: 'succeeded', codes: [] })
  }

  /** USD 1'000.00 at 0.90, of which the payment of the last USD 10.00 is reversed: 9.00 less 20.00 would be left. */
  const revaluation = (account: string, item: object) => async () => {
    const of = { open_item: { ...item, purpose: 'revaluation' } }
    const less = { account_code: account, base_amount: chf(2_000), ...of }
    const [down, up] =
      account === '1100'
        ? [
            [debit('6949', 2_000), { ...less, credit: usd(0) }],
            [debit(account, 2_000, of), credit('6999', 2_000)],
          ]
        : [
            [credit('6999', 2_000), { ...less, debit: usd(0) }],
            [credit(account, 2_000, of), debit('6949', 2_000)],
          ]
    await booked(VOUCHERS, voucherOn('2026-03-16', down))
    return () => booked(VOUCHERS, voucherOn('2026-04-20', up))
  }
  const inDollars = { currency: 'USD', gross_amount: usd(100_000), tax_lines: [], document_date: '2026-03-14' }
  async function invoiced(): Promise<string> {
    const fact = await booked(INVOICES, invoice(customer, { payload: inDollars }))
    return (await quiet.firstOf('documents', customer, `&source_fact_id=${fact}`)).id
  }

  it('of a payment by voucher waits until a later revaluation is taken back', async () => {
    const document_id = await invoiced()
    const pay = (amount: number, book: number) =>
      booked(
        VOUCHERS,
        voucherOn('2026-04-09', [
          debit('1020', book),
          { account_code: '1100', credit: usd(amount), open_item: { document_id, purpose: 'payment' } },
        ]),
      )
    await pay(99_000, 89_100)
    await reverse(`/v1/source-facts/${await pay(1_000, 900)}`)
    await expectWaits(await revaluation('1100', { document_id })())
  })

  it('of an allocation waits until a later revaluation is taken back', async () => {
    const document_id = await invoiced()
    const entries = bankEntry({ amount: '990.00', currency: 'USD' }) + bankEntry({ amount: '10.00', currency: 'USD' })
    await quiet.upload(customer, camt053Message({ bankEntries: entries }))
    await importBankStatements(quiet.worker, await quiet.jobsOf('camt053.import', customer))
    const ids: string[] = []
    for (const { id: payment_id, amount } of await quiet.itemsOf('payments', customer)) {
      const request = { payment_id, lines: [{ document_id, amount }] }
      const { body } = await quiet.post('/v1/allocations', { end_customer_id: customer, ...request })
      if (amount.amount_minor === 1_000) ids.push(body.id)
    }
    await post()
    await reverse(`/v1/allocations/${ids[0]}`)
    await expectWaits(await revaluation('1100', { document_id })())
  })

  it('of a settlement waits until a later revaluation is taken back', async () => {
    const fact = await booked(EXPENSES, expense(customer, { payload: inDollars }))
    const { id: supplier_payable_id } = await quiet.firstOf('supplier-payables', customer, `&source_fact_id=${fact}`)
    const path = `/v1/supplier-payables/${supplier_payable_id}/settlements` as const
    const settle = async (amount: number) => {
      const settlement = { settlement_date: '2026-04-09', amount: usd(amount), reviewer_justification: 'x' }
      return (await quiet.post(path, { end_customer_id: customer, ...settlement })).body.id
    }
    await settle(99_000)
    const last = await settle(1_000)
    await post()
    await reverse(`${path}/${last}`)
    await expectWaits(await revaluation('2000', { supplier_payable_id })())
  })

  it('of a fact waits while a voucher has given an item to its line from before', async () => {
    const older = await booked(VOUCHERS, voucherOn('2026-03-15', [credit('1020', 70_000), debit('1190', 70_000)]))
    const { journal_entry_id } = (await quiet.get(`/v1/source-facts/${older}`)).body
    const mappings = [{ mapping_key: 'posting.accounts_receivable', account_code: '1190', valid_from: '2026-04-01' }]
    await quiet.put('/v1/account-mappings', { end_customer_id: customer, mappings })
    const line = { journal_entry_id: journal_entry_id?.id, line_number: 2 }
    const { body: using } = await quiet.post(
      VOUCHERS,
      voucherOn('2026-04-10', [
        credit('1190', 30_000, { open_item: { legacy_line: line, purpose: 'transfer' } }),
        debit('1190', 30_000, { open_item: { new: { partner: { name: 'Kundin GmbH' } } } }),
      ]),
    )
    const [job] = await quiet.jobs('facts.evaluate', [using.id])
    // The voucher has read that nobody reverses the line when somebody asks for that.
    await quiet.worker.pool.transaction(async (tx) => {
      await postBatch(tx, quiet.worker, job ? [job.data] : [], [], PATIENT.turn)
      await reverse(`/v1/source-facts/${older}`)
    })
    await expectWaits(async () => {
      await reverse(`/v1/source-facts/${using.id}`)
      await post()
    })
  })
})
