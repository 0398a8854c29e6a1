import { CUSTOMER, type DataFault } from './data-fault.ts'

const hashOf = (content: string) => `encode(sha256(convert_to(${content}, 'UTF8')), 'hex')`

/** Closes the year of the books, with statements that fit them unless `kept` says something else. */
const close = (kept: { entry?: string; hash?: string; content?: string } = {}) => {
  const { entry = 'last_entry_number', hash = 'last_entry_hash', content = 'content' } = kept
  return `insert into fiscal_year_closings (end_customer_id, closing_id, fiscal_year_id, entry_number, entry_hash, kept_by,
      rule_version, content, content_sha256)
    select end_customer_id, gen_random_uuid(), 'FY2026', ${entry}, ${hash}, 'close', 1, ${content}, ${hashOf(content)}
    from ledger_heads cross join statements_by_code(end_customer_id, 'FY2026') content where ${CUSTOMER};
    update fiscal_years set state = 'closed', closing_id = (select closing_id from fiscal_year_closings where ${CUSTOMER})
    where ${CUSTOMER} and fiscal_year_id = 'FY2026'`
}

/** Keeps a bank reconciliation of 1020 with that closing, without differences unless something else is said. */
const keepReconciled = (said: string) => `${close()};
  insert into kept_bank_reconciliations (end_customer_id, closing_id, account_code, bank_accounts, content, content_sha256)
  select end_customer_id, closing_id, '1020', '{}', kept.content, ${hashOf('kept.content')}
  from fiscal_year_closings closing, lateral (
    select jsonb_build_object('account', '{"currency": "CHF", "base_currency": "CHF"}'::jsonb, 'reconciliation',
      jsonb_build_object('bank_minor', balance::text, 'ledger_minor', balance::text, 'unexplained_minor', '0',
        'differences', '[]'::jsonb) || ${said})::text as content
    from (
      select sum(debit_minor - credit_minor) as balance from journal_lines
      where journal_lines.end_customer_id = closing.end_customer_id and account_code = '1020'
    ) account
  ) kept where ${CUSTOMER}`

/** What is kept of closed years. */
export const CLOSING_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'kept statements disappear',
    simulates: 'a closed year that would answer as the books are today',
    sql: `${close()}; delete from fiscal_year_closings where ${CUSTOMER}`,
    check: 'a closed year has its statements',
  },
  {
    name: 'kept statements are edited',
    simulates: 'annual accounts that change after they were approved',
    sql: `${close()}; alter table fiscal_year_closings drop constraint fiscal_year_closings_hash;
      update fiscal_year_closings set content = replace(content, 'FY2026', 'FY2027') where ${CUSTOMER}`,
    check: 'kept statements are as they were kept',
  },
  {
    name: 'a kept bank reconciliation is edited',
    simulates: 'the proof of a balance that changes after it was approved',
    sql: `${keepReconciled(`'{}'`)}; alter table kept_bank_reconciliations drop constraint kept_bank_reconciliations_hash;
      update kept_bank_reconciliations set content = replace(content, 'CHF', 'EUR') where ${CUSTOMER}`,
    check: 'a kept bank reconciliation is as it was kept',
  },
  {
    name: 'a kept bank reconciliation is of another balance',
    simulates: 'the same by somebody who knows how it is kept',
    sql: keepReconciled(`'{"ledger_minor": "1", "bank_minor": "1"}'`),
    check: 'a kept bank reconciliation has the balance of the ledger',
  },
  {
    name: 'a difference of a kept bank reconciliation is lost',
    simulates: 'two balances that differ, and nothing says why',
    sql: keepReconciled(`'{"bank_minor": "1"}'`),
    check: 'a kept bank reconciliation adds up',
  },
  {
    name: 'kept amounts are edited together with their hash',
    simulates: 'the same by somebody who knows how they are kept',
    sql: close({ content: `jsonb_set(content::jsonb, '{accounts,0,sums,0,2}', '"1"')::text` }),
    check: 'kept amounts equal the lines',
  },
  {
    name: 'kept balance sheets lose their accounts',
    simulates: 'a balance sheet that does not show what its year has booked',
    sql: close({
      content: `jsonb_set(content::jsonb, '{sheets}', (
        select jsonb_agg('{"end_date": "2026-12-31", "rows": []}'::jsonb) from generate_series(1, 12)
      ))::text`,
    }),
    check: 'kept balance sheets equal the kept amounts',
  },
  {
    name: 'an entry is posted into a closed year',
    simulates: 'an entry that the statements of its year do not show',
    sql: close({ entry: 'last_entry_number - 1' }),
    check: 'nothing is posted into a closed year',
  },
  {
    name: 'a closing is moved to another ledger',
    simulates: 'statements of other books',
    sql: close({ hash: `repeat('f', 64)` }),
    check: 'a closing names an entry of its ledger',
  },
]
