import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { post } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer } from '../../support/examples.ts'
import { service } from '../../support/service.ts'

type Entry = Record<string, unknown>
type Line = [account: string, debit: number, credit: number, line_number?: number, posting_date?: string]

const BALANCED: Line[] = [
  ['6500', 100, 0],
  ['2000', 0, 100],
]

/** Whoever writes: these tests speak SQL to the journal, with no code of the service in between. */
describe('the journal refuses by itself', () => {
  let client: Client
  let customer: string

  before(async () => {
    client = new Client({ connectionString: service().database_url })
    await client.connect()
  })
  after(() => client.end())

  beforeEach(async () => {
    customer = await newEndCustomer()
    await post(EXPENSES, expense(customer), { wait: 10 })
  })

  const head = async () => {
    const { rows } = await client.query(
      'select last_entry_number::int as number, last_entry_hash as hash from ledger_heads where end_customer_id = $1',
      [customer],
    )
    return rows[0] as { number: number; hash: string }
  }
  const counts = async () => {
    const { rows } = await client.query(
      'select (select count(*) from journal_entries)::int as entries, (select count(*) from journal_lines)::int as lines',
    )
    return rows[0]
  }

  /** An entry and its lines, right in everything that is not overridden. */
  async function entryOf(overrides: Entry = {}, lines: Line[] = BALANCED) {
    const { number, hash } = await head()
    const entry: Entry = {
      end_customer_id: customer,
      entry_number: number + 1,
      journal_entry_id: randomUUID(),
      fiscal_year_id: 'FY2026',
      posting_date: '2026-05-05',
      document_date: '2026-05-05',
      description: 'raw',
      source_type: 'raw',
      source_id: randomUUID(),
      source_snapshot: {},
      reversal_of: null,
      rule_version: 1,
      actor_id: 'raw',
      request_id: 'raw',
      currency: 'CHF',
      line_count: lines.length,
      total_minor: lines.reduce((total, [, debit]) => total + debit, 0),
      posted_at: '2026-05-05T00:00:00Z',
      previous_hash: hash,
      entry_hash: 'f'.repeat(64),
      entry_type: 'standard',
      ...overrides,
    }
    return { entry, lines: lines.map((line, index) => lineOf(entry, line, index)) }
  }

  function lineOf(entry: Entry, [account_code, debit_minor, credit_minor, number, date]: Line, index: number) {
    return {
      end_customer_id: entry.end_customer_id,
      entry_number: entry.entry_number,
      line_number: number ?? index + 1,
      account_code,
      posting_date: date ?? entry.posting_date,
      debit_minor,
      credit_minor,
      transaction_currency: 'CHF',
      transaction_minor: Math.abs(debit_minor + credit_minor),
    }
  }

  /** One statement for all of them. */
  const insertAll = (entries: readonly Entry[], lines: readonly Entry[]) =>
    client.query(
      `with lines as (
        insert into journal_lines select * from json_populate_recordset(null::journal_lines, $1)
      )
      insert into journal_entries select * from json_populate_recordset(null::journal_entries, $2)`,
      [JSON.stringify(lines), JSON.stringify(entries)],
    )

  async function insert(overrides: Entry = {}, own: Line[] = BALANCED) {
    const { entry, lines } = await entryOf(overrides, own)
    await insertAll([entry], lines)
    return entry
  }

  /** Refused by the named constraint, and nothing is left of it. */
  async function expectRefused(constraint: string, write: () => Promise<unknown>) {
    const before = await counts()
    const refusal = await write().then(
      () => null,
      (error: { constraint?: string }) => error,
    )
    expect(refusal?.constraint).to.equal(constraint)
    expect(await counts()).to.deep.equal(before)
  }

  it('takes a right entry and moves the head', async () => {
    await insert()
    expect(await head()).to.deep.equal({ number: 2, hash: 'f'.repeat(64) })
  })

  const refused: [name: string, constraint: string, overrides: Entry, lines?: Line[]][] = [
    [
      'debits that are not the credits',
      'journal_entries_balanced',
      {},
      [
        ['6500', 100, 0],
        ['2000', 0, 99],
      ],
    ],
    ['a total that is not the sum', 'journal_entries_balanced', { total_minor: 101 }],
    ['one line', 'journal_entries_line_count_check', {}, [['6500', 100, 0]]],
    ['fewer lines than announced', 'journal_entries_balanced', { line_count: 3 }],
    [
      'a gap in the line numbers',
      'journal_entries_balanced',
      {},
      [
        ['6500', 100, 0, 1],
        ['2000', 0, 100, 3],
      ],
    ],
    [
      'a line of another day',
      'journal_entries_balanced',
      {},
      [
        ['6500', 100, 0],
        ['2000', 0, 100, 2, '2026-05-06'],
      ],
    ],
    [
      'a line on both sides',
      'journal_lines_one_side',
      {},
      [
        ['6500', 100, 100],
        ['2000', 0, 0],
      ],
    ],
    [
      'a negative amount',
      'journal_lines_one_side',
      { total_minor: 100 },
      [
        ['6500', -100, 0],
        ['2000', 0, -100],
      ],
    ],
    [
      'an account that is not in the chart',
      'journal_lines_account',
      {},
      [
        ['6500', 100, 0],
        ['9999', 0, 100],
      ],
    ],
    ['a gap in the numbers', 'journal_entries_chain', { entry_number: 3 }],
    ['a number twice', 'journal_entries_pkey', { entry_number: 1 }],
    ['a wrong hash before', 'journal_entries_chain', { previous_hash: '0'.repeat(64) }],
    ['a fiscal year that does not exist', 'journal_entries_fiscal_year', { fiscal_year_id: 'FY1999' }],
    ['a day outside its fiscal year', 'journal_entries_fiscal_year', { posting_date: '2025-05-05' }],
    ['a reversal of nothing', 'journal_entries_reversal', { reversal_of: randomUUID() }],
  ]
  for (const [name, constraint, overrides, lines] of refused) {
    it(`refuses ${name}`, () => expectRefused(constraint, () => insert(overrides, lines)))
  }

  it('refuses an entry without lines, and lines without their entry', async () => {
    await expectRefused('journal_entries_balanced', () => insert({ line_count: 2, total_minor: 100 }, []))
    const { number } = await head()
    const lone =
      'insert into journal_lines values ($1, $2, 1, $3, $4, 100, 0, $5, 100), ($1, $2, 2, $6, $4, 0, 100, $5, 100)'
    await expectRefused('journal_entries_balanced', () =>
      client.query(lone, [customer, number + 1, '6500', '2026-05-05', 'CHF', '2000']),
    )
  })

  it('refuses a balanced pair of lines that is added to a posted entry', async () => {
    const pair =
      'insert into journal_lines values ($1, 1, 3, $2, $3, 10810, 0, $4, 1), ($1, 1, 4, $5, $3, 0, 10810, $4, 1)'
    await expectRefused('journal_entries_balanced', () =>
      client.query(pair, [customer, '6500', '2026-03-15', 'CHF', '2000']),
    )
  })

  it('takes several entries at once, and refuses them all for what is wrong with one', async () => {
    const [second, third] = ['2', '3'].map((digit) => digit.repeat(64)) as [string, string]
    const pair = async (overrides: Entry = {}, own: Line[] = BALANCED) => {
      const one = await entryOf({ entry_hash: second })
      const other = await entryOf({ entry_number: 3, previous_hash: second, entry_hash: third, ...overrides }, own)
      return { entries: [one.entry, other.entry], lines: [...one.lines, ...other.lines] }
    }
    const refusedPair = async (constraint: string, { entries, lines }: { entries: Entry[]; lines: Entry[] }) =>
      expectRefused(constraint, () => insertAll(entries, lines))
    await refusedPair('journal_entries_chain', await pair({ entry_number: 4 }))
    await refusedPair('journal_entries_chain', await pair({ previous_hash: third }))
    await refusedPair('journal_entries_fiscal_year', await pair({ posting_date: '2027-05-05' }))
    await refusedPair('journal_entries_balanced', await pair({ total_minor: 99 }))
    await refusedPair('journal_entries_balanced', await pair({ line_count: 2, total_minor: 100 }, []))
    // All lines balance and are as many as announced, but they are all of the first.
    const all = await entryOf({ line_count: 2, entry_hash: second }, [...BALANCED, ...BALANCED])
    const { entries } = await pair()
    await refusedPair('journal_entries_balanced', { entries: [all.entry, entries[1] as Entry], lines: all.lines })
    // Lines for a posted entry, in one statement with a right one.
    const good = await pair()
    const late = [lineOf({ ...good.entries[0], entry_number: 1 }, ['6500', 5, 0, 3], 0)]
    await refusedPair('journal_entries_balanced', { ...good, lines: [...good.lines, ...late] })
    await insertAll(good.entries, good.lines)
    expect(await head()).to.deep.equal({ number: 3, hash: third })
  })

  it('refuses entries in a closed year and on or before a locked day', async () => {
    await client.query(`insert into period_locks values ($1, $2, '2026-05-05', false, 'VAT return', 'x')`, [
      customer,
      randomUUID(),
    ])
    await expectRefused('journal_entries_period_lock', () => insert())
    await insert({ posting_date: '2026-05-06' })
    await client.query(`update fiscal_years set state = 'closed' where end_customer_id = $1`, [customer])
    await expectRefused('journal_entries_fiscal_year', () => insert({ posting_date: '2026-05-07' }))
  })

  it('refuses a second booking of a source, a second reversal, and the reversal of a reversal', async () => {
    const entry = await insert()
    await expectRefused('journal_entries_once_per_source', () => insert({ source_id: entry.source_id }))
    const reversal = await insert({ source_id: entry.source_id, reversal_of: entry.journal_entry_id })
    await expectRefused('journal_entries_reversal_of', () => insert({ reversal_of: entry.journal_entry_id }))
    await expectRefused('journal_entries_reversal', () => insert({ reversal_of: reversal.journal_entry_id }))
  })

  for (const table of ['journal_entries', 'journal_lines']) {
    for (const statement of [
      `update ${table} set entry_number = entry_number`,
      `update ${table} set currency = 'EUR'`.replace(
        'currency',
        table === 'journal_lines' ? 'transaction_currency' : 'currency',
      ),
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      it(`refuses ${statement}`, () => expectRefused(`${table}_append_only`, () => client.query(statement)))
    }
  }

  for (const statement of [
    `update source_facts set request_hash = 'x'`,
    'delete from source_facts',
    'truncate source_facts',
  ]) {
    it(`refuses ${statement}`, () => expectRefused('source_facts_append_only', () => client.query(statement)))
  }

  it('a fiscal year does not close while an entry is being posted into it', async () => {
    const poster = new Client({ connectionString: service().database_url })
    await poster.connect()
    await poster.query('begin')
    await poster.query('select from ledger_heads where end_customer_id = $1 for update', [customer])
    let isClosed = false
    const closing = client
      .query(`update fiscal_years set state = 'closed' where end_customer_id = $1`, [customer])
      .then(() => {
        isClosed = true
      })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(isClosed).to.equal(false)
    await poster.query('commit')
    await closing
    await poster.end()
  })

  it('fiscal years leave no gap and do not overlap', async () => {
    for (const [id, start, end] of [
      ['FYX', '2027-01-02', '2027-12-31'],
      ['FYY', '2026-12-31', '2027-12-30'],
    ]) {
      const refusal = await client
        .query('insert into fiscal_years values ($1, $2, $3, $4)', [customer, id, start, end])
        .then(
          () => null,
          (error: { constraint?: string }) => error,
        )
      expect(refusal?.constraint).to.equal('fiscal_years_contiguous')
    }
  })
})
