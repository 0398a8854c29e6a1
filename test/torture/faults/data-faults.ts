import { canonicalEntry } from '../../../shared/accounting/journal/canonical-entry.ts'
import { sha256 } from '../../../shared/canonical/hash.ts'
import { readJournal } from '../../../shared/store/verify/journal.ts'
import type { BooksToSpoil } from './books-to-spoil.ts'

/** Something wrong in the rows, and the check of the verifier that has to name it. */
export type DataFault = {
  readonly name: string
  /** What somebody has done, or what went wrong, when rows look like this. */
  readonly simulates: string
  /** Statements between semicolons; `:own` and `:other` are the two end customers. */
  readonly sql: string | ((books: BooksToSpoil) => Promise<string>)
  readonly check: string
}

const OWN = 'end_customer_id = :own'
const MIDDLE = `${OWN} and entry_number = 2`
const LAST = `${OWN} and entry_number = 7`

export const DATA_FAULTS: readonly DataFault[] = [
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
        select entry_hash from journal_entries where ${OWN} and entry_number = 6
      ) where ${OWN}`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'a fact is posted twice',
    simulates: 'the unique index is gone, and a source has two entries',
    sql: `drop index journal_entries_once_per_source;
      update journal_entries set source_id = (select source_id from journal_entries where ${OWN} and entry_number = 1)
      where ${MIDDLE}`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'lines of two end customers are swapped',
    simulates: 'a write that forgot the end customer',
    sql: `update journal_lines set end_customer_id = case end_customer_id when :own then :other::uuid else :own::uuid end,
        entry_number = 1000 where end_customer_id in (:own, :other) and entry_number = 1 and line_number = 1;
      update journal_lines set entry_number = 1 where entry_number = 1000`,
    check: 'debits equal credits',
  },
  {
    name: 'an account disappears',
    simulates: 'an account with postings is deleted: statements would leave its lines out',
    sql: `delete from chart_accounts where ${OWN} and account_code = '2000'`,
    check: 'an account with postings is in the chart',
  },
  {
    name: 'a fiscal year disappears',
    simulates: 'a year with entries is deleted: statements would leave them out',
    sql: `delete from fiscal_years where ${OWN}`,
    check: 'an entry lies in its fiscal year',
  },
  {
    name: 'a fiscal year is shortened',
    simulates: 'entries lie outside the year that they were posted in',
    sql: `update fiscal_years set start_date = '2026-03-20' where ${OWN}`,
    check: 'an entry lies in its fiscal year',
  },
  {
    name: 'a fact is edited',
    simulates: 'what a source system sent is changed',
    sql: `update source_facts set request = request || '{"source_system": "x"}' where ${OWN}`,
    check: 'the fact is as it was sent',
  },
  {
    name: 'the state of a fact is lost',
    simulates: 'a posted fact is blocked again, and would be posted once more',
    sql: `update fact_states set state = 'blocked', journal_entry_id = null where ${OWN} and state = 'posted'`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'a fact disappears',
    simulates: 'an entry has nothing that it was made of',
    sql: `delete from source_facts where ${OWN} and source_fact_id in (select source_id from journal_entries)`,
    check: 'an entry has a source',
  },
  {
    name: 'the state of a fact disappears',
    simulates: 'a fact that waits for nothing and that no read shows',
    sql: `delete from fact_states where ${OWN} and state = 'posted'`,
    check: 'a fact has one state',
  },
  {
    name: 'the totals are edited',
    simulates: 'a statement table is folded twice, or by hand',
    sql: `update account_period_totals set debit_minor = debit_minor + 1 where ${OWN}`,
    check: 'statement tables equal the lines',
  },
  {
    name: 'the watermark is moved back',
    simulates: 'a refresh that forgot to move it: the next one folds the same lines again',
    sql: `update statement_watermarks set entry_number = entry_number - 1 where ${OWN}`,
    check: 'statement tables equal the lines',
  },
  {
    name: 'the watermark is ahead',
    simulates: 'a refresh that moved it too far: the next entry is never folded',
    sql: `update statement_watermarks set entry_number = entry_number + 1 where ${OWN}`,
    check: 'the watermark is within the journal',
  },
  {
    name: 'the watermark is lost together with the totals',
    simulates: 'statements would be empty, and nothing would be folded again',
    sql: `delete from statement_watermarks where ${OWN}; delete from account_period_totals where ${OWN}`,
    check: 'the watermark is within the journal',
  },
  {
    name: 'the open amount of a payable is edited',
    simulates: 'a settlement reduced it twice, or not at all',
    sql: `update supplier_payables set open_amount_minor = open_amount_minor + 1 where ${OWN} and state = 'open'
      and open_amount_minor < amount_minor`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'the open book value of a payable is edited',
    simulates: 'a settlement took its share of the book value twice',
    sql: `update supplier_payables set base_open_amount_minor = base_open_amount_minor - 1 where ${OWN} and state = 'open'`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'the amount of an open item is edited',
    simulates: 'an open item says something else than its entry',
    sql: `update documents set amount_minor = amount_minor + 100, open_amount_minor = open_amount_minor + 100,
        base_amount_minor = base_amount_minor + 100 where ${OWN}`,
    check: 'an open item is what its entry booked',
  },
  {
    name: 'an open item is closed by hand',
    simulates: 'a payable is settled although something of it is open',
    sql: `update supplier_payables set state = 'settled' where ${OWN} and state = 'open'`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'an open item disappears',
    simulates: 'a posted invoice that nobody is asked to pay',
    sql: `delete from documents where ${OWN}`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'an allocation has no entry',
    simulates: 'an allocation is posted, and the bank was never booked',
    sql: `update allocations set journal_entry_id = gen_random_uuid() where ${OWN}`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'a posted allocation is a draft again',
    simulates: 'somebody may give it up, and its entry would stay',
    sql: `update allocations set state = 'draft' where ${OWN}`,
    check: 'an allocation or settlement has the entries of its state',
  },
  {
    name: 'a settlement is reversed without an entry',
    simulates: 'a booked settlement gave back what it had taken',
    sql: `update supplier_settlements set state = 'reversed' where ${OWN};
      update supplier_payables set open_amount_minor = amount_minor, base_open_amount_minor = base_amount_minor
      where ${OWN} and state = 'open';
      update camt053_entries set used_minor = 0 where ${OWN}`,
    check: 'an allocation or settlement has the entries of its state',
  },
  {
    name: 'a payment is free again',
    simulates: 'a Rappen that was allocated can be allocated once more',
    sql: `update payments set open_amount_minor = amount_minor where ${OWN}`,
    check: 'a payment is open as far as nothing has used it',
  },
  {
    name: 'a payment is there twice',
    simulates: 'an import that was read in twice',
    sql: `insert into payments (end_customer_id, payment_id, entry_id, transaction_number, import_id, account, currency,
        amount_minor, open_amount_minor, payment_references, remittance_text, created_at)
      select end_customer_id, gen_random_uuid(), entry_id, 99, import_id, account, currency, amount_minor, amount_minor,
        payment_references, remittance_text, created_at from payments where ${OWN}`,
    check: 'payments add up to their booking of the bank',
  },
  {
    name: 'a payment is lost',
    simulates: 'a credit of the bank that nobody can allocate',
    sql: `delete from payments where ${OWN}`,
    check: 'payments add up to their booking of the bank',
  },
  {
    name: 'evidence is used twice',
    simulates: 'a settlement that did not take what it uses of a booking of the bank',
    sql: `update camt053_entries set used_minor = 0 where ${OWN}`,
    check: 'evidence is used as far as settlements use it',
  },
  {
    name: 'a booking of the bank is edited',
    simulates: 'the amount that settlements may use is made larger',
    sql: `update camt053_entries set amount_minor = amount_minor * 2 where ${OWN} and credit_debit = 'DBIT'`,
    check: 'a booking of the bank is as it was read',
  },
  {
    name: 'a bank statement is edited',
    simulates: 'the file that was kept as evidence is another one now',
    sql: `update camt053_chunks set bytes = set_byte(bytes, 0, 0) where ${OWN}`,
    check: 'the bank statement is as it came',
  },
  {
    name: 'an event is lost',
    simulates: 'a reader of the feed would never hear of it',
    sql: `delete from events where ${OWN} and event_number = 2`,
    check: 'the feed is gapless',
  },
  {
    name: 'an event is told twice',
    simulates: 'a posting that appended its event again',
    sql: `insert into events (end_customer_id, event_number, event_type, subject_type, subject_id, journal_entry_id,
        blocker_codes)
      select end_customer_id, 100 + event_number, event_type, subject_type, subject_id, journal_entry_id, blocker_codes
      from events where ${OWN} and event_number = 1;
      update events set event_number = (select last_event_number + 1 from event_heads where ${OWN})
      where ${OWN} and event_number = 101;
      update event_heads set last_event_number = last_event_number + 1 where ${OWN}`,
    check: 'an event tells of an entry of its subject, once',
  },
]

/** The new text of an entry with the hash that fits it; the entries behind it still name the old one. */
async function hashedAnew({ quiet, own }: BooksToSpoil): Promise<string> {
  for await (const { line_count, total_minor, entry_hash, ...entry } of readJournal(quiet.worker.pool, own)) {
    if (entry.entry_number !== 2n) continue
    const hash = sha256(canonicalEntry({ ...entry, description: 'x' }))
    return `update journal_entries set description = 'x', entry_hash = '${hash}' where ${MIDDLE}`
  }
  throw new Error('there is no second entry')
}
