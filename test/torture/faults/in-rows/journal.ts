import { canonicalEntry } from '../../../../shared/accounting/journal/canonical-entry.ts'
import { sha256Of } from '../../../../shared/canonical/hash.ts'
import { readJournal } from '../../../../shared/store/verify/journal.ts'
import type { BooksToSpoil } from '../books-to-spoil.ts'
import { CUSTOMER, type DataFault, LAST, MIDDLE } from './data-fault.ts'

/** Entries, lines, and the settings that they need. */
export const JOURNAL_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a posted amount is edited',
    simulates: 'one line of a posted entry is made larger',
    sql: `update journal_lines set debit_minor = debit_minor + 1 where ${MIDDLE} and line_number = 1`,
    check: 'debits equal credits',
  },
  {
    name: 'both sides of an entry are edited',
    simulates: 'an entry is doubled, and still balances',
    sql: `update journal_lines set debit_minor = debit_minor * 2, credit_minor = credit_minor * 2 where ${MIDDLE}`,
    check: 'the hash covers the entry',
  },
  {
    name: 'a posted text is edited',
    simulates: 'the description of an entry is changed',
    sql: `update journal_entries set description = 'x' where ${MIDDLE}`,
    check: 'the hash covers the entry',
  },
  {
    name: 'a posting date is edited',
    simulates: 'an entry is moved to another day',
    sql: `update journal_entries set posting_date = '2026-01-01' where ${MIDDLE}`,
    check: 'the hash covers the entry',
  },
  {
    name: 'the date of a line is edited',
    simulates: 'a line is on another day than its entry, in the same month',
    sql: `update journal_lines set posting_date = '2026-03-16' where ${MIDDLE} and line_number = 1`,
    check: 'a line has the date of its entry',
  },
  {
    name: 'the head forgets what was debited',
    simulates: 'an entry that was written past the triggers: the ledger takes more than its sums can hold',
    sql: `update ledger_heads set total_debit_minor = total_debit_minor - 1 where ${CUSTOMER}`,
    check: 'the head counts every debit',
  },
  {
    name: 'an edited entry is hashed anew',
    simulates: 'whoever edits an entry knows how its hash is made',
    sql: hashedAnew,
    check: 'the entry follows the one before',
  },
  {
    name: 'a line is lost',
    simulates: 'one line of an entry is deleted',
    sql: `delete from journal_lines where ${MIDDLE} and line_number = 1`,
    check: 'all lines are there',
  },
  {
    name: 'an entry in the middle is lost',
    simulates: 'an entry is deleted with its lines',
    sql: `delete from journal_lines where ${MIDDLE}; delete from journal_entries where ${MIDDLE}`,
    check: 'numbers are gapless',
  },
  {
    name: 'the last entry is lost',
    simulates: 'the tail of the journal is cut off',
    sql: `delete from journal_lines where ${LAST}; delete from journal_entries where ${LAST}`,
    check: 'the head is the last entry',
  },
  {
    name: 'the last entry is lost and the head moved back',
    simulates: 'the tail is cut off by somebody who knows the head',
    sql: `delete from journal_lines where ${LAST}; delete from journal_entries where ${LAST};
      update ledger_heads set last_entry_number = 6, last_entry_hash = (
        select entry_hash from journal_entries where ${CUSTOMER} and entry_number = 6
      ) where ${CUSTOMER}`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'a fact is posted twice',
    simulates: 'the unique index is gone, and a source has two entries',
    sql: `drop index journal_entries_once_per_source;
      update journal_entries set source_id = (select source_id from journal_entries where ${CUSTOMER} and entry_number = 1)
      where ${MIDDLE}`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'lines of two end customers are swapped',
    simulates: 'a write that forgot the end customer',
    sql: `update journal_lines set end_customer_id = case end_customer_id when :customer then :other::uuid else :customer::uuid end,
        entry_number = 1000 where end_customer_id in (:customer, :other) and entry_number = 1 and line_number = 1;
      update journal_lines set entry_number = 1 where entry_number = 1000`,
    check: 'debits equal credits',
  },
  {
    name: 'an account disappears',
    simulates: 'an account with postings is deleted: statements would leave its lines out',
    sql: `delete from chart_accounts where ${CUSTOMER} and account_code = '2000'`,
    check: 'an account with postings is in the chart',
  },
  {
    name: 'a fiscal year disappears',
    simulates: 'a year with entries is deleted: statements would leave them out',
    sql: `delete from fiscal_years where ${CUSTOMER}`,
    check: 'an entry lies in a fiscal year',
  },
  {
    name: 'the first fiscal year begins later',
    simulates: 'entries lie before every year',
    sql: `update fiscal_years set start_date = '2026-03-20' where ${CUSTOMER}`,
    check: 'an entry lies in a fiscal year',
  },
]

/** The new text of an entry with the hash that fits it; the entries behind it still name the old one. */
async function hashedAnew({ quiet, customer }: BooksToSpoil): Promise<string> {
  for await (const { line_count, total_minor, entry_hash, ...entry } of readJournal(quiet.worker.pool, customer)) {
    if (entry.entry_number !== 2n) continue
    const hash = sha256Of(canonicalEntry({ ...entry, description: 'x' }))
    return `update journal_entries set description = 'x', entry_hash = '${hash}' where ${MIDDLE}`
  }
  throw new Error('there is no second entry')
}
