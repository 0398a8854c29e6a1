import { randomUUID } from 'node:crypto'
import { FACT_KINDS } from '../../shared/accounting/facts/fact-kinds.ts'
import { RULE_VERSION } from '../../shared/accounting/journal/posting.ts'
import { fiscalYearOf, fiscalYearsToAdd } from '../../shared/accounting/setup/fiscal-years.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../shared/process/clock.ts'
import { newUuid, publicId } from '../../shared/process/ids.ts'
import { type Pool, row, sql } from '../../shared/store/db/database.ts'
import { chainEntries, journalInsert } from '../../shared/store/journal/append-journal-entries.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { insertFiscalYears } from '../../shared/store/setup/fiscal-years.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import { document } from './documents.ts'
import type { Database } from './processes.ts'

const LINES_OF_ENTRY = 3
const ENTRIES_AT_ONCE = 1_000

/**
 * Fills a journal for reading: real entries through the guards of the journal, dates ascending from the first day of the
 * last year to today, without the facts that usually come before them.
 *
 * @returns the public id of the entry with fifty entries behind it
 */
export async function postLines({ pool }: Database, end_customer_id: string, lines: number): Promise<string> {
  const today = todayInSwitzerland()
  const first = `${Number(today.slice(0, 4)) - 1}-01-01`
  const settings = await addFiscalYears(pool, end_customer_id, first, today)
  const count = Math.ceil(lines / LINES_OF_ENTRY)
  const days = (Date.parse(today) - Date.parse(first)) / 86_400_000
  const dayOf = (index: number) =>
    new Date(Date.parse(first) + Math.floor((index * days) / count) * 86_400_000).toISOString().slice(0, 10)

  for (let from = 0; from < count; from += ENTRIES_AT_ONCE) {
    const batch = Array.from({ length: Math.min(ENTRIES_AT_ONCE, count - from) }, (_, index) =>
      journalEntryOn(dayOf(from + index), end_customer_id, settings),
    )
    await pool.transaction(async (tx) => {
      const [head] = await lockLedgers(tx, [end_customer_id])
      if (head) await tx.query(journalInsert(chainEntries(head, batch)))
    })
  }
  const id = await pool.oneFirst(sql.type(row<{ id: string }>())`
    select journal_entry_id as id from journal_entries
    where end_customer_id = ${end_customer_id} and entry_number = ${count - 50}
  `)
  return publicId('journal_entry', id)
}

/** @returns the posting settings with the fiscal years from the first day to the last */
async function addFiscalYears(pool: Pool, end_customer_id: string, first: string, last: string) {
  const settings = (await readPostingSettings(pool, [end_customer_id])).get(end_customer_id)
  if (!settings) throw new Error('the end customer has no posting settings')
  const added = fiscalYearsToAdd(settings.fiscal_years, first, last)
  await pool.transaction((tx) =>
    insertFiscalYears(
      tx,
      added.map((year) => ({ end_customer_id, ...year })),
    ),
  )
  return { ...settings, fiscal_years: [...settings.fiscal_years, ...added] }
}

function journalEntryOn(
  posting_date: string,
  end_customer_id: string,
  settings: Awaited<ReturnType<typeof addFiscalYears>>,
) {
  const request = document(end_customer_id, posting_date)
  const { documentOf, post } = FACT_KINDS.expense_document
  const { lines, entry_type } = post(documentOf(request as never), settings, new Map(), new Map())
  return {
    end_customer_id,
    journal_entry_id: newUuid(),
    fiscal_year_id: fiscalYearOf(settings.fiscal_years, posting_date)?.fiscal_year_id ?? '',
    posting_date,
    document_date: posting_date,
    description: `Papeterie Muster AG ${request.external_reference}`,
    source_type: 'bench',
    source_id: randomUUID(),
    source_snapshot: { request: request as never, request_hash: 'a'.repeat(64) },
    entry_type,
    reversal_of: null,
    rule_version: RULE_VERSION,
    actor_id: 'bench',
    request_id: randomUUID(),
    currency: 'CHF',
    posted_at: nowAsTimestamp(),
    lines,
  }
}
