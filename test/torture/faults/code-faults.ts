// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source files

/** Something wrong in one source file, and the test that has to fail then. */
export type CodeFault = {
  readonly name: string
  readonly simulates: string
  readonly file: string
  /** A text that the file has exactly once, so that nobody changes the code from under the list unnoticed. */
  readonly find: string
  readonly replace: string
  readonly spec: string
  /** Title of the test in `spec`. */
  readonly test: string
}

type Change = Pick<CodeFault, 'find' | 'replace'>
type Catcher = Pick<CodeFault, 'spec' | 'test'>

function fault(name: string, simulates: string, file: string, change: Change, caught_by: Catcher): CodeFault {
  return { name, simulates, file, ...change, ...caught_by }
}

const by = (spec: string, test: string): Catcher => ({ spec: `test/${spec}.test.ts`, test })
const put = (find: string, replace: string): Change => ({ find, replace })

const BATCHES = 'workers/facts/batches'
const MONEY = 'api/settlement/payments'
const GUARDS = 'store/journal/journal-guards'
const IDEMPOTENCY = 'api/http/idempotency'

export const CODE_FAULTS: readonly CodeFault[] = [
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
    'shared/store/facts/fact-evaluation.ts',
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
    'a reversal keeps the tax as it was',
    'turnover and input tax of a reversed document stay in the VAT return',
    'shared/accounting/journal/journal-entry.ts',
    put(
      'tax: line.tax && { ...line.tax, base_minor: -line.tax.base_minor, tax_minor: -line.tax.tax_minor }',
      'tax: line.tax',
    ),
    by('accounting/journal/expense-posting', 'a reversal swaps every side and mirrors the tax'),
  ),
  fault(
    'tax is cut off instead of rounded',
    'a Rappen too little on half of all documents',
    'shared/accounting/amounts/rounding.ts',
    put('(2n * magnitude + divisor) / (2n * divisor)', 'magnitude / divisor'),
    by('accounting/small-rules', 'rounding half away from zero'),
  ),
  fault(
    'a sum is added up in floating point',
    'large balances are wrong in their last digits',
    'shared/store/statements/account-period-totals.ts',
    put('sum(debit_minor)::bigint as debit_minor', 'sum(debit_minor::float8)::bigint as debit_minor'),
    by('api/statements/statements', 'amounts beyond 2^53 are written out in full'),
  ),
  fault(
    'a closed year is no blocker',
    'facts of a closed year are booked',
    'shared/accounting/facts/blockers.ts',
    put(`year?.state === 'closed'`, 'false'),
    by('workers/facts/blocked-facts', 'fiscal_year_closed, period_locked: once the year and the period are open'),
  ),
  fault(
    'a period lock is no blocker',
    'facts of a locked period are booked',
    'shared/accounting/facts/blockers.ts',
    put('business_date <= locked_through,', 'false,'),
    by('api/setup/settings', 'a lock blocks, moved back it frees, and every change is kept'),
  ),
  fault(
    'today is that of Greenwich',
    'between midnight in Switzerland and in Greenwich documents are dated in the future',
    'shared/process/clock.ts',
    put(`timeZone: 'Europe/Zurich'`, `timeZone: 'UTC'`),
    by('accounting/small-rules', 'today in Switzerland'),
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
  fault(
    'the watermark is not moved',
    'every refresh folds the same lines again',
    'shared/store/statements/account-period-totals.ts',
    put('set entry_number = heads.last_entry_number', 'set entry_number = watermark.entry_number'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'the watermark is moved too far',
    'the next entry is never folded, and on no statement',
    'shared/store/statements/account-period-totals.ts',
    put('set entry_number = heads.last_entry_number', 'set entry_number = heads.last_entry_number + 1'),
    by(BATCHES, 'a job that runs twice has its effect once'),
  ),
  fault(
    'a refresh moves every watermark',
    'an update that forgot the end customer',
    'shared/store/statements/account-period-totals.ts',
    put('where watermark.end_customer_id = heads.end_customer_id', ''),
    by(BATCHES, 'a refresh folds the lines of the end customers that it is asked for, and touches no others'),
  ),
  fault(
    'the journal is listed without its end customer',
    'a read that forgot the end customer',
    'shared/store/journal/journal-entries.ts',
    put('sql.fragment`entry.end_customer_id = ${query.end_customer_id}`', 'sql.fragment`true`'),
    by('api/http/tenant-isolation', 'get /v1/journal-entries'),
  ),
  fault(
    'an entry is found by whoever knows its id',
    'a read by id that forgot what the key may see',
    'shared/store/journal/journal-entries.ts',
    put('visible === null ?', 'visible !== undefined ?'),
    by('api/http/tenant-isolation', 'get /v1/journal-entries/:journal_entry_id'),
  ),
  fault(
    'a payable is settled by whoever knows its id',
    'a write that forgot the end customer',
    'shared/store/settlement/settlements.ts',
    put(
      'from supplier_payables payable join end_customers using (end_customer_id)\n    where end_customer_id = ${end_customer_id} and ',
      'from supplier_payables payable join end_customers using (end_customer_id)\n    where ',
    ),
    by('api/http/tenant-isolation', 'post /v1/supplier-payables/:supplier_payable_id/settlements'),
  ),
  fault(
    'a key covers every end customer',
    'the list of end customers of a key is not looked at',
    'api/http/admission/caller.ts',
    put('if (covers({ end_customer_ids }, end_customer_id)) return', 'return'),
    by('api/http/tenant-isolation', 'post /v1/source-facts/expense-documents'),
  ),
  fault(
    'the secret of a key is not compared',
    'who knows the id of a key is let in',
    'api/http/admission/authenticator.ts',
    put('if (!row || !isRight)', 'if (!row)'),
    by('api/http/bad-input', '401: no key, a malformed one, an unknown one, a wrong secret'),
  ),
  fault(
    'keys are remembered for ever',
    'a disabled key goes on working until the next start',
    'api/http/admission/authenticator.ts',
    put('ttl: CACHE_TTL_MS', 'ttl: 0'),
    by('api/http/bad-input', '403: a disabled key, within seconds although keys are remembered'),
  ),
  fault(
    'the secret is written to the log',
    'one header too many in the line of a request',
    'api/http/middleware/log-request.ts',
    put('const answered = { method', `const answered = { authorization: ctx.get('Authorization'), method`),
    by(
      'api/platform/request-log',
      'one line for each request, with nothing in it that is secret or the content of a body',
    ),
  ),
  fault(
    'the idempotency record is not written',
    'a request that is sent again is carried out again',
    'api/http/in-transaction.ts',
    put('const is_new = await', 'const is_new = true || await'),
    by(IDEMPOTENCY, '50 charts at once: one version, 50 equal answers'),
  ),
  fault(
    'a recorded key is not compared with its request',
    'another request under the same key gets the answer of the first',
    'api/http/in-transaction.ts',
    put('record.fingerprint === request.fingerprint ?', 'true ?'),
    by(IDEMPOTENCY, '409: the same key with another body, path, method or end customer'),
  ),
  fault(
    'a key is not locked while its request runs',
    'two equal requests at once are both carried out',
    'shared/store/platform/idempotency.ts',
    put('select pg_advisory_xact_lock(hashtextextended(${`${client_id} ${idempotency_key}`}, 0))', 'select'),
    by(IDEMPOTENCY, '50 charts at once: one version, 50 equal answers'),
  ),
  fault(
    'the answer does not wait for the commit',
    '202 for a fact that is not on disk',
    'api/facts/accept-facts.ts',
    put('await acceptNewFacts(pool, facts)', '(void acceptNewFacts(pool, facts).catch(() => {}), new Set<number>())'),
    by(IDEMPOTENCY, '50 times at once: one fact, one job, 50 equal answers'),
  ),
  fault(
    'a job is sent beside the transaction',
    'a job of something that was never committed, or that comes before it',
    'shared/queue/jobs.ts',
    put('{ db: bossDb(tx), returnId: false }', '{ returnId: false }'),
    by('workers/platform/jobs-and-effects', 'a job exists if and only if what it works on does'),
  ),
  fault(
    'a job is completed beside the transaction',
    'a job is done, and its effects are lost with a crash',
    'shared/queue/jobs.ts',
    put('undefined, { db: bossDb(tx) }', 'undefined, {}'),
    by('workers/platform/jobs-and-effects', 'a job is done if and only if its effects are there'),
  ),
  fault(
    'a failed job is acknowledged',
    'a fact that could not be evaluated is never tried again',
    'workers/facts/evaluate-facts.ts',
    put(`status: 'failed'`, `status: 'completed'`),
    by(BATCHES, 'a fact that cannot be evaluated fails alone, and later facts do not wait for it'),
  ),
  fault(
    'a transaction with a failed evaluation is kept',
    'the job of a fact that could not be evaluated is done, and nobody tries the fact again',
    'workers/facts/evaluate-facts.ts',
    put('if (failed.length > 0) throw', 'if (failed.length < 0) throw'),
    by(BATCHES, 'a fact that cannot be evaluated fails alone, and later facts do not wait for it'),
  ),
  fault(
    'what is no integer is written as bytes',
    'NaN becomes 0 on its way to the database',
    'shared/store/db/binary-array.ts',
    put('Number.isInteger(value)', 'true'),
    by('store/db/recordset', 'are refused where int4 is NaN, and never written as something else'),
  ),
  fault(
    'an open item is not reduced',
    'a payable is paid again and again',
    'shared/store/settlement/settlements.ts',
    put('set open_amount_minor = open_amount_minor - ${own.amount_minor}', 'set open_amount_minor = open_amount_minor'),
    by(MONEY, 'a payable is settled in parts, never beyond what is open, on evidence of the bank used once'),
  ),
  fault(
    'a payable is not locked while it is settled',
    'two settlements at once both see what only one can have',
    'shared/store/settlement/settlements.ts',
    put('supplier_payable_id = ${supplier_payable_id}\n    for update', 'supplier_payable_id = ${supplier_payable_id}'),
    by(MONEY, 'settlements at once never use the same Rappen twice, of a payable or of a booking of the bank'),
  ),
  fault(
    'evidence is not locked while it is used',
    'two settlements at once prove themselves with the same Rappen',
    'shared/store/settlement/settlements.ts',
    put(
      'canonical_entry_hash = ${canonical_entry_hash}\n    for update',
      'canonical_entry_hash = ${canonical_entry_hash}',
    ),
    by(MONEY, 'settlements at once never use the same Rappen twice, of a payable or of a booking of the bank'),
  ),
  fault(
    'a document is not locked while it is allocated',
    'two allocations at once both see what only one can have',
    'shared/store/settlement/allocations.ts',
    put('order by document_id\n    for update', 'order by document_id'),
    by(MONEY, 'payments at once never use the same Rappen of a document twice'),
  ),
  fault(
    'an event is not appended',
    'readers of the feed never hear of a reversal',
    'workers/settlement/post-intents.ts',
    put('await appendEvents(tx, events)', ''),
    by('api/platform/events', 'the life of facts in order: blocked, superseded, posted, reversed'),
  ),
  fault(
    'the feed starts over',
    'numbers of events do not go on from the last one',
    'shared/store/platform/events.ts',
    put('event_heads.last_event_number + excluded.last_event_number', 'excluded.last_event_number'),
    by('api/platform/events', 'the life of facts in order: blocked, superseded, posted, reversed'),
  ),
  fault(
    'a booking of the bank counts twice',
    'the identity of a booking depends on the statement that says it',
    'workers/bank/import-bank-statements.ts',
    put(
      'hashOfBankEntry(statement.account, entry, 1)',
      'hashOfBankEntry(`${statement.account} ${statement.statement_id}`, entry, 1)',
    ),
    by(
      'api/bank/bank-statements',
      'overlapping statements link the same booking; two equal ones stay two, also on two pages',
    ),
  ),
  fault(
    'a booking of the bank loses its sign',
    'money that went out came in',
    'shared/camt053/bank-entry/bank-entry.ts',
    put('credit_debit: directionOf(ntry)', `credit_debit: 'CRDT'`),
    by('api/bank/bank-statements', '202: the file is kept, its bookings are read one by one, each with its hash'),
  ),
  fault(
    'balances of a statement are not checked',
    'a statement that does not add up is taken',
    'shared/camt053/arithmetic.ts',
    put('holds: difference_minor === 0n', 'holds: true'),
    by(
      'api/bank/bank-statements',
      'figures that do not add up: kept as rejected with the difference, and nothing of it counts',
    ),
  ),
]
