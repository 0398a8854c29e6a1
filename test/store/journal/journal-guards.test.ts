import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Entry, journalInSql, type Line } from './journal-in-sql.ts'

/** Whoever writes: these tests speak SQL to the journal, with no code of the service in between. */
describe('the journal refuses by itself', () => {
  const { customer, query, head, insert, expectRefused } = journalInSql()

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

  it('refuses entries in a closed year and on or before a locked day', async () => {
    await query(`insert into period_locks values ($1, $2, '2026-05-05', false, 'VAT return', 'x')`, [
      customer(),
      randomUUID(),
    ])
    await expectRefused('journal_entries_period_lock', () => insert())
    await insert({ posting_date: '2026-05-06' })
    await query(`update fiscal_years set state = 'closed' where end_customer_id = $1`, [customer()])
    await expectRefused('journal_entries_fiscal_year', () => insert({ posting_date: '2026-05-07' }))
  })

  it('refuses a second booking of a source, a second reversal, and the reversal of a reversal', async () => {
    const entry = await insert()
    await expectRefused('journal_entries_once_per_source', () => insert({ source_id: entry.source_id }))
    const reversal = await insert({ source_id: entry.source_id, reversal_of: entry.journal_entry_id })
    await expectRefused('journal_entries_reversal_of', () => insert({ reversal_of: entry.journal_entry_id }))
    await expectRefused('journal_entries_reversal', () => insert({ reversal_of: reversal.journal_entry_id }))
  })
})
