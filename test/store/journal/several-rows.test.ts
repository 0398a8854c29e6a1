import { expect } from 'chai'
import { BALANCED, type Entry, journalInSql, type Line, lineOf } from './journal-in-sql.ts'

describe('the journal refuses several rows by itself', () => {
  const { customer, query, head, entryOf, insertAll, insert, expectRefused } = journalInSql()

  it('refuses an entry without lines, and lines without their entry', async () => {
    await expectRefused('journal_entries_balanced', () => insert({ line_count: 2, total_minor: 100 }, []))
    const { number } = await head()
    const lone =
      'insert into journal_lines values ($1, $2, 1, $3, $4, 100, 0, $5, 100), ($1, $2, 2, $6, $4, 0, 100, $5, 100)'
    await expectRefused('journal_entries_balanced', () =>
      query(lone, [customer(), number + 1, '6500', '2026-05-05', 'CHF', '2000']),
    )
  })

  it('refuses a balanced pair of lines that is added to a posted entry', async () => {
    const pair =
      'insert into journal_lines values ($1, 1, 3, $2, $3, 10810, 0, $4, 1), ($1, 1, 4, $5, $3, 0, 10810, $4, 1)'
    await expectRefused('journal_entries_balanced', () =>
      query(pair, [customer(), '6500', '2026-03-15', 'CHF', '2000']),
    )
  })

  it('takes several entries at once, and refuses them all for what is wrong with one', async () => {
    const [second, third] = ['2', '3'].map((digit) => digit.repeat(64)) as [string, string]
    const pair = async (overrides: Entry = {}, lines: Line[] = BALANCED) => {
      const one = await entryOf({ entry_hash: second })
      const other = await entryOf({ entry_number: 3, previous_hash: second, entry_hash: third, ...overrides }, lines)
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
})
