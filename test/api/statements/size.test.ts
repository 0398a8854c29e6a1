import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { bankEntry } from '../../camt053/messages.ts'
import { codesOf, eventually, findings, quietly, refreshTables } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { credit, debit, EXPENSES, expense, newEndCustomer, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
const STATEMENTS = ['or-balance-sheet', 'or-income-statement', 'balance-sheet', 'income-statement', 'trial-balance']

const transfer = (amount: number) => [debit('1020', amount), credit('2979', amount)]

async function send(customer: string, lines: readonly object[], more: object = {}) {
  return (await post(VOUCHERS, voucher(customer, { ...more, payload: { lines } }), { wait: 10 })).body
}

/** Every statement in every representation, with the ledger of an account and the journal. */
async function expectAnswers(customer: string): Promise<void> {
  const year = `end_customer_id=${customer}&fiscal_year_id=FY2026`
  for (const accept of ['application/json', 'text/csv', 'text/html']) {
    const headers = { accept, authorization: `Bearer ${service().key}` }
    const paths = [
      ...STATEMENTS.map((name) => `/v1/statements/${name}?${year}`),
      `/v1/statements/account-ledger?${year}&account_code=1020&limit=3`,
    ]
    for (const path of paths) {
      const { status } = await fetch(service().base_url + path, { headers })
      expect([status, path, accept]).to.deep.equal([200, path, accept])
    }
  }
  expect((await get(`/v1/journal-entries?end_customer_id=${customer}&limit=5`)).status).to.equal(200)
}

describe('amounts that the books could not add up', () => {
  it('three vouchers of 500 of the largest lines are blocked, and every statement answers', async () => {
    const customer = await newEndCustomer()
    const lines = [
      ...Array.from({ length: 500 }, () => debit('1020', LARGEST)),
      ...Array.from({ length: 500 }, () => credit('2979', LARGEST)),
    ]
    for (let index = 0; index < 3; index++) {
      expect(codesOf(await send(customer, lines))).to.deep.equal(['amount_too_large'])
      await expectAnswers(customer)
    }
    expect(await findings(customer)).to.deep.equal([])
  })

  it('a ledger takes turnover up to the largest integer of JSON and not a Rappen more, also within a batch', async function () {
    this.timeout(180_000)
    const customer = await newEndCustomer()
    await quietly(customer) // or what the new settings wake evaluates the blocked fact again, after the last of the batch
    const items = [LARGEST - 10, 7, 4, 3].map((amount) => voucher(customer, { payload: { lines: transfer(amount) } }))
    const { body } = await post('/v1/source-facts/batch', { items }, { wait: 10 })
    await quietly(customer)
    const ids = body.data.map(({ source_fact }) => source_fact?.id)
    const facts = await Promise.all(ids.map(async (id) => (await get(`/v1/source-facts/${id}`)).body))
    expect(facts.map(({ state }) => state)).to.deep.equal(['posted', 'posted', 'blocked', 'posted'])
    // Evaluated again at any time, it says the sum with the last of the batch.
    expect(facts[2]?.blockers[0]?.message).to.match(
      /^The debits of the ledger would sum up to 900719925474099[25] minor units, which is more than 9007199254740991\.$/,
    )
    expect(codesOf(await send(customer, transfer(1)))).to.deep.equal(['amount_too_large'])
    await expectAnswers(customer)
    const trial = await get(`/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    expect(trial.body.totals.debit.amount_minor).to.equal(LARGEST)
    const reversal = { end_customer_id: customer, reason: 'x' }
    // What was accepted can be taken back: balances do not grow by it.
    for (const id of [ids[3], ids[0]]) {
      const { body } = await post(`/v1/source-facts/${id}/reverse`, reversal, { wait: 10 })
      expect(body.state).to.equal('reversed')
    }
    await expectAnswers(customer)
    expect(await findings(customer)).to.deep.equal([])
  })

  it('a conversion that no ledger holds is blocked and says so, and is booked at another rate', async () => {
    const customer = await newEndCustomer()
    const setRate = (rate: string) => {
      const rates = [{ currency: 'EUR', rate_date: '2026-01-01', rate }]
      return put('/v1/exchange-rates', { end_customer_id: customer, rates }, { wait: 10 })
    }
    await setRate('999999999.99999999')
    const amount = { amount_minor: 1_000_000_000_000, currency: 'EUR' }
    const lines = [
      { account_code: '1020', debit: amount },
      { account_code: '2979', credit: amount },
    ]
    const blocked = await send(customer, lines)
    expect([blocked.state, codesOf(blocked)]).to.deep.equal(['blocked', ['amount_too_large']])
    await setRate('0.95')
    await eventually(async () => (await get(`/v1/source-facts/${blocked.id}`)).body.state === 'posted')
  })

  it('a ledger that is beyond already answers with the sums in full', async () => {
    const customer = await newEndCustomer()
    await send(customer, transfer(100))
    for (let number = 2; number < 5; number++) await bookPastTheService(customer, number)
    await expectAnswers(customer)
    await refreshTables(customer)
    await expectAnswers(customer)
    const path = `/v1/statements/trial-balance?end_customer_id=${customer}&fiscal_year_id=FY2026`
    const answer = await fetch(service().base_url + path, { headers: { authorization: `Bearer ${service().key}` } })
    // Three entries of 500 lines of 2^53 - 1, and 1.00.
    expect(await answer.text()).to.include(`"amount_minor":${1_500n * BigInt(LARGEST) + 100n},`)
    expect(codesOf(await send(customer, transfer(1)))).to.deep.equal(['amount_too_large'])
    expect((await findings(customer)).map(({ check }) => check)).to.not.include('statement tables equal the lines')
  })
})

describe('money that a full ledger does not take', () => {
  const { customer, invoiced, owed, received, allocate, settle } = booksToSettle()

  it('what is owed to one partner in a ledger from before is folded and answered, however large it is', async () => {
    const customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
    await service().worker.pool.query(sql.type(row())`
      insert into open_items (
        end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
        posting_date, partner_name, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
        base_open_amount_minor, created_at
      )
      select end_customer_id, gen_random_uuid(), kind, account_code, source_fact_id, journal_entry_id, entry_number,
        number + 100, posting_date, partner_name, document_date, currency, ${LARGEST}, ${LARGEST}, ${LARGEST}, ${LARGEST},
        created_at
      from open_items cross join generate_series(1, 1100) number
      where end_customer_id = ${customer}
    `)
    await expectAnswers(customer)
    await refreshTables(customer)
    await expectAnswers(customer)
  })

  it('allocations and settlements wait as drafts with the blocker', async () => {
    const [document, payable] = [await invoiced(10_000), await owed(5_000)]
    const payment = await received(bankEntry({ amount: '100.00' }))
    expect((await send(customer(), transfer(LARGEST - 15_000 - 5_000))).state).to.equal('posted')
    const { body: draft } = await allocate(payment.id, [[document.id, 10_000]])
    expect([draft.state, draft.intents[0]?.blockers[0]?.code]).to.deep.equal(['draft', 'amount_too_large'])
    const { body: settled } = await settle(payable.id, 5_000)
    expect(settled.state, JSON.stringify(settled.intents)).to.equal('posted')
    const { body: taken_back } = await post(
      `/v1/supplier-payables/${payable.id}/settlements/${settled.id}/reverse`,
      { end_customer_id: customer(), reason: 'x' },
      { wait: 10 },
    )
    expect(taken_back.state).to.equal('reversed')
    await post(`/v1/allocations/${draft.id}/reverse`, { end_customer_id: customer(), reason: 'x' }, { wait: 10 })
  })
})

/** An entry of 500 of the largest lines on each side, as a release before could book it; its hash is made up. */
async function bookPastTheService(customer: string, number: number): Promise<void> {
  await service().web.pool.query(sql.type(row())`
    with lines as (
      insert into journal_lines (
        end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
        transaction_currency, transaction_minor
      )
      select ${customer}, ${number}, line, case when line <= 500 then '1020' else '2979' end, '2026-03-15',
        case when line <= 500 then ${LARGEST}::bigint else 0 end, case when line <= 500 then 0 else ${LARGEST}::bigint end,
        'CHF', ${LARGEST}::bigint
      from generate_series(1, 1000) line
    )
    insert into journal_entries (
      end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, rule_version, actor_id, request_id, currency, line_count, total_minor,
      posted_at, previous_hash, entry_hash
    )
    select end_customer_id, ${number}, ${randomUUID()}, 'FY2026', '2026-03-15', '2026-03-15', 'raw', 'journal_voucher',
      ${randomUUID()}, '{"request": {}}', 1, 'raw', 'raw', 'CHF', 1000, 500 * ${LARGEST}::bigint, now(), last_entry_hash,
      md5(${String(number)}) || md5(${String(number)})
    from ledger_heads where end_customer_id = ${customer}
  `)
}
