import { by, type CodeFault, fault, put } from './code-fault.ts'

const BATCHES = 'workers/facts/batches'
const GUARDS = 'store/journal/journal-guards'

/** The making of an entry, and everything that prevents one. */
export const POSTING_FAULTS: readonly CodeFault[] = [
  fault(
    'the ledger is not locked',
    'a fact is posted by books that have changed meanwhile',
    'shared/store/journal/ledger-heads.ts',
    put('order by end_customer_id\n    for update', 'order by end_customer_id'),
    by(BATCHES, 'a posting waits for a change of the books that is under way, and is made by what it says'),
  ),
  fault(
    'the state is not looked at',
    'a job that is delivered again posts its fact again',
    'shared/store/facts/waiting-facts.ts',
    put(`where state in ('received', 'blocked')\n    order by`, 'order by'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'one source may have two entries',
    'the unique index of the journal is an ordinary one',
    'sql/migrations/0005-create-journal.sql',
    put('create unique index journal_entries_once_per_source', 'create index journal_entries_once_per_source'),
    by(GUARDS, 'refuses a second booking of a source, a second reversal, and the reversal of a reversal'),
  ),
  fault(
    'the guard of closed years is gone',
    'the database takes an entry of a closed year',
    'sql/functions/check_journal_entries.sql',
    put(`where year.state is distinct from 'open' or`, 'where'),
    by(GUARDS, 'refuses entries in a closed year and on or before a locked day'),
  ),
  fault(
    'the guard of the chain is gone',
    'the database takes an entry that follows nothing',
    'sql/functions/check_journal_entries.sql',
    put('entry.previous_hash <> entry.hash_before', 'false'),
    by(GUARDS, 'refuses a wrong hash before'),
  ),
  fault(
    'a line is dropped',
    'the third and later lines of an entry are lost',
    'shared/accounting/journal/journal-entry.ts',
    put('.map(lineOf)', '.map(lineOf).slice(0, 2)'),
    by('accounting/journal/expense-posting', 'always balances, and the payable is the gross amount'),
  ),
  fault(
    'debit and credit are swapped',
    'every line stands on the wrong side; entries still balance',
    'shared/accounting/journal/journal-entry.ts',
    put(
      'debit_minor: amount_minor > 0n ? amount_minor : 0n,\n    credit_minor',
      'credit_minor: amount_minor > 0n ? amount_minor : 0n,\n    debit_minor',
    ),
    by('api/facts/expense-documents', '202: the fact is accepted, booked and on the balance sheet'),
  ),
  fault(
    'debit and credit are swapped in the insert',
    'the columns of an insert are in another order than the values',
    'shared/store/journal/append-journal-entries.ts',
    put('posting_date, debit_minor, credit_minor,', 'posting_date, credit_minor, debit_minor,'),
    by('api/facts/expense-documents', '202: the fact is accepted, booked and on the balance sheet'),
  ),
  fault(
    'two columns of a decision are swapped',
    'the entry of a fact is written where the fact that supersedes it belongs',
    'shared/store/facts/fact-states.ts',
    put(
      'journal_entry_id = excluded.journal_entry_id,\n      superseded_by = excluded.superseded_by,',
      'journal_entry_id = excluded.superseded_by,\n      superseded_by = excluded.journal_entry_id,',
    ),
    by('api/facts/expense-documents', '202: the fact is accepted, booked and on the balance sheet'),
  ),
  fault(
    'a reversal keeps the tax as it was',
    'turnover and input tax of a reversed document stay in the VAT return',
    'shared/accounting/journal/journal-entry.ts',
    put('tax: line.tax && mirrored(line.tax)', 'tax: line.tax'),
    by('accounting/journal/expense-posting', 'a reversal swaps every side and mirrors the tax'),
  ),
  fault(
    'tax is cut off instead of rounded',
    'a Rappen too little on half of all documents',
    'shared/accounting/amounts/rounding.ts',
    put('(2n * magnitude + divisor) / (2n * divisor)', 'magnitude / divisor'),
    by('accounting/amounts/rounding', 'rounding half away from zero'),
  ),
  fault(
    'a sum is added up in floating point',
    'large balances are wrong in their last digits',
    'sql/functions/statements/activity_of_accounts.sql',
    put('sum(debit_minor) as debit_minor', 'sum(debit_minor::float8)::numeric as debit_minor'),
    by('api/statements/statements', 'amounts beyond 2^53 are written out in full'),
  ),
  fault(
    'a closed year is no blocker',
    'facts of a closed year are booked',
    'shared/accounting/journal/posting-rules.ts',
    put(`year?.state === 'closed'`, 'year === null'),
    by('workers/facts/blocked-facts', 'fiscal_year_closed, period_locked: once the year and the period are open'),
  ),
  fault(
    'a period lock is no blocker',
    'facts of a locked period are booked',
    'shared/accounting/journal/posting-rules.ts',
    put('posting_date <= locked_through ?', `posting_date === '' ?`),
    by('api/setup/period-locks', 'a lock blocks, moved back it frees, and every change is kept'),
  ),
  fault(
    'today is that of Greenwich',
    'between midnight in Switzerland and in Greenwich documents are dated in the future',
    'shared/process/clock.ts',
    put(`timeZone: 'Europe/Zurich'`, `timeZone: 'UTC'`),
    by('process/clock', 'today in Switzerland'),
  ),
  fault(
    'a date goes through the local time zone',
    'days shift by one on machines west of Greenwich',
    'shared/accounting/amounts/dates.ts',
    put(
      'let { year, month, day } = parts(date)\n',
      'const local = new Date(date)\n  let { year, month, day } = { year: local.getFullYear(), month: local.getMonth() + 1, day: local.getDate() }\n',
    ),
    by('tidy', 'rules have no clock and no randomness'),
  ),
  fault(
    'the chain leaves out the hash before',
    'each entry is hashed by itself, so a tail can be replaced',
    'shared/accounting/journal/canonical-entry.ts',
    put('canonicalString(entry.previous_hash)', `canonicalString('')`),
    by('accounting/journal/canonical-entry', 'the hash of an entry stays what it was when entries like it were posted'),
  ),
]
