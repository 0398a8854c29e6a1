import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { document, openCustomers } from '../documents.ts'
import { type BenchServer, type Database, startWeb } from '../processes.ts'
import { compareReads, type Read } from '../reading.ts'
import type { Row } from '../table.ts'
import { bookLines, type History } from './line-history.ts'

const SMALL = 10_000
const TODAY = todayInSwitzerland()
const YEAR = TODAY.slice(0, 4)

/** What a page begins behind, near the end of the books. */
type Books = History & { readonly deepest: string; readonly deepest_line: string }

const READS: readonly Read<Books>[] = [
  {
    what: 'OR balance sheet with comparison and months',
    path: ({ customer }) =>
      `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY${YEAR}` +
      '&comparison=prior_fiscal_year&granularity=month',
  },
  {
    what: 'OR income statement with comparison',
    path: ({ customer }) =>
      `/v1/statements/or-income-statement?end_customer_id=${customer}&fiscal_year_id=FY${YEAR}&comparison=prior_fiscal_year`,
  },
  {
    what: 'journal page at the beginning',
    path: ({ customer }) => `/v1/journal-entries?end_customer_id=${customer}&limit=50`,
  },
  {
    what: 'journal page at the deepest cursor',
    path: ({ customer, deepest }) =>
      `/v1/journal-entries?end_customer_id=${customer}&limit=50&starting_after=${deepest}`,
  },
  { what: 'account ledger page', path: (books) => ledgerPath(books) },
  {
    what: 'account ledger page at the deepest cursor',
    path: (books) => `${ledgerPath(books)}&starting_after=${books.deepest_line}`,
  },
  {
    what: 'events at the end of the feed',
    path: ({ customer, entries }) => `/v1/events?end_customer_id=${customer}&limit=50&after=${entries - 50}`,
  },
  {
    what: 'open items of today: totals, ageing by partner, a page',
    path: ({ customer }) =>
      `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=${TODAY}&limit=100`,
  },
  {
    what: 'open items of a day a year ago',
    path: ({ customer }) =>
      `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=${Number(YEAR) - 1}-11-15&limit=100`,
  },
  {
    what: 'open documents, a page',
    path: ({ customer }) => `/v1/documents?end_customer_id=${customer}&state=open&limit=50`,
  },
]

function ledgerPath({ customer }: History): string {
  return `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY${YEAR}&account_code=1100&limit=50`
}

/** Reads of an end customer with very many lines against the same reads of one with ten thousand. */
export function measureLargeLines(server: BenchServer, lines: number): Promise<Row[]> {
  const fill = (database: Database) => fillBooks(database, lines)
  return server.withBooks({ name: `large_lines_${lines}`, fill }, async (database) => {
    const web = await startWeb(database.database_url)
    const [small, big] = await findBooks(database)
    const rows: Row[] = []
    for (const read of READS)
      rows.push(await compareReads(web, database, read, small, big, `${lines} lines against ${SMALL}`))
    await web.stop()
    return rows
  })
}

async function fillBooks(database: Database, lines: number): Promise<void> {
  const web = await startWeb(database.database_url)
  const customers = await openCustomers(web.url, database.key, 2)
  await web.stop()
  const snapshot = { request: document('00000000-0000-4000-8000-000000000000'), request_hash: 'a'.repeat(64) }
  for (const [index, customer] of customers.entries())
    await bookLines(database.migration_database_url, customer, index === 0 ? SMALL : lines, snapshot)
  await refreshWhole(database.pool, customers)
  await database.pool.query(sql.type(row())`vacuum analyze`)
  await database.pool.query(sql.type(row())`checkpoint`) // what filling has left to write is no part of a read
}

/** The small one first. */
async function findBooks({ pool }: Database): Promise<[Books, Books]> {
  const found = await pool.any(sql.type(row<{ customer: string; entries: bigint; id: string }>())`
    select end_customer_id as customer, last_entry_number as entries, (
      select journal_entry_id from journal_entries entry
      where entry.end_customer_id = head.end_customer_id and entry.entry_number = head.last_entry_number - 50
    ) as id
    from ledger_heads head
    order by last_entry_number
  `)
  const books = found.map(({ customer, entries, id }) => ({
    customer,
    entries: Number(entries),
    deepest: publicId('journal_entry', id),
    deepest_line: `${publicId('journal_entry', id)}.2`, // of a payment, as every second entry is at the end
  }))
  return books as [Books, Books]
}
