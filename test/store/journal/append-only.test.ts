import { journalInSql } from './journal-in-sql.ts'

describe('the journal and the facts are append-only by themselves', () => {
  const { query, expectRefused } = journalInSql()

  for (const table of ['journal_entries', 'journal_lines']) {
    for (const text of [
      `update ${table} set entry_number = entry_number`,
      `update ${table} set currency = 'EUR'`.replace(
        'currency',
        table === 'journal_lines' ? 'transaction_currency' : 'currency',
      ),
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      it(`refuses ${text}`, () => expectRefused(`${table}_append_only`, () => query(text)))
    }
  }

  for (const text of [
    `update source_facts set request_hash = 'x'`,
    'delete from source_facts',
    'truncate source_facts',
  ]) {
    it(`refuses ${text}`, () => expectRefused('source_facts_append_only', () => query(text)))
  }
})
