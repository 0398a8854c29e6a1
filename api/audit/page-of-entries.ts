import type { Locale } from '../../shared/contract/setup/settings.ts'
import { isolated } from '../print/isolated.ts'
import { labelOf, titleOf } from '../print/pages/labels.ts'
import { layoutOf } from '../print/pages/layout.ts'
import { tableOf } from '../print/pages/lists/list.ts'
import { shownRecord } from '../print/pages/record.ts'
import type { PageContext } from '../print/pages/shown-value.ts'
import { swissDate } from '../print/swiss-date.ts'
import { documentOfEntry, type EntryOfYear, hashesOfEvidence } from './entries-of-year.ts'

type PlaceOfEntries = {
  readonly locale: Locale
  readonly end_customer_id: string
  readonly fiscal_year_id: string
  /** Addresses of the pages before and behind, with what they are called. */
  readonly beside: readonly { readonly address: string; readonly title: string }[]
}

/** What a page of entries is called: the journal, from one number to another. */
export function titleOfEntries(entries: readonly EntryOfYear[], locale: Locale): string {
  return `${titleOf('journal_entry_list', locale)} ${entries[0]?.entry_number} – ${entries.at(-1)?.entry_number}`
}

/** Entries with their lines, their document and their hashes, each at the place that its id names. */
export function pageOfEntries(entries: readonly EntryOfYear[], { locale, beside, ...year }: PlaceOfEntries): string {
  const context: PageContext = { ...year, root: './', locale }
  const { above, below } = layoutOf({ locale, title: titleOfEntries(entries, locale), navigation: '' })
  const links = beside.map(({ address, title }) => `<a href="./${address}">${isolated(title)}</a>`).join(' · ')
  const ways = links === '' ? '' : `<p>${links}</p>\n`
  return [above, ways, ...entries.map((entry) => sectionOf(entry, context)), ways, below].join('')
}

function sectionOf(entry: EntryOfYear, context: PageContext): string {
  const { id, entry_number, posting_date, description } = entry
  const { locale } = context
  const caption = `${labelOf('lines', locale)} ${entry_number}`
  const heading = `${entry_number} · ${swissDate(posting_date)} · ${isolated(description)}`
  const lines = [...tableOf(caption, entry.lines.map(shownLine), context, `lines-${entry_number}`)].join('')
  const record = [...shownRecord(recordOf(entry), context)].join('')
  return `<section id="${id}"><h2>${heading}</h2>${lines}${record}</section>\n`
}

function shownLine({
  account_code,
  account_name,
  text,
  tax,
  transaction_amount,
  debit,
  credit,
}: EntryOfYear['lines'][number]) {
  const isForeign = transaction_amount.currency !== (debit ?? credit)?.currency
  return {
    account_code,
    account_name,
    text,
    tax: tax?.tax_code,
    ...(isForeign && { transaction_amount }),
    debit,
    credit,
  }
}

function recordOf(entry: EntryOfYear) {
  const { document_date, source, reversal_of, reversed_by, posted_at, previous_hash, entry_hash } = entry
  return {
    document_date,
    ...documentOfEntry(entry),
    type: source.type,
    source: source.id,
    reversal_of,
    reversed_by,
    ...hashesOfEvidence(entry),
    posted_at,
    previous_hash,
    entry_hash,
  }
}
