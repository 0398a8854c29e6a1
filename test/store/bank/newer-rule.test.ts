import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { importedBy } from '../../api/bank/imports-of.ts'
import { bankEntry, camt053Message, IBAN } from '../../camt053/messages.ts'
import { journalInSql, refusingConstraint } from '../journal/journal-in-sql.ts'

/** Queries of the release before, whose rule of hashes does not know the bank entries of this one. */
describe('an import by a process of the release before', () => {
  const { customer, query } = journalInSql()

  const importBefore = async (amount_minor: number) => {
    const [import_id, entry_id] = [randomUUID(), randomUUID()]
    await query(
      `insert into camt053_imports (
        end_customer_id, import_id, state, file_sha256, size_bytes, message, statements, actor_id, request_id, created_at
      ) values ($1, $2, 'received', $3, 1, '{}', '[]', 'tests', 'tests', now())`,
      [customer(), import_id, import_id],
    )
    await query(
      `insert into camt053_entries (
        end_customer_id, entry_id, import_id, canonical_entry_hash, occurrence, account, booking_date, currency,
        amount_minor, credit_debit, is_booked, is_reversal, entry, created_at
      ) values ($1, $2, $3, $4, 1, $5, '2026-03-31', 'CHF', $6, 'CRDT', true, false, '{}', now())`,
      [customer(), entry_id, import_id, entry_id, IBAN, amount_minor],
    )
    await query(
      `insert into camt053_statement_entries (
        end_customer_id, import_id, statement_number, position, account, content_hash, entry_id
      ) values ($1, $2, 0, 1, $3, $4, $5)`,
      [customer(), import_id, IBAN, entry_id, entry_id],
    )
    await query(
      `update camt053_imports set state = 'imported', new_entry_count = 1, completed_at = now()
      where end_customer_id = $1 and import_id = $2`,
      [customer(), import_id],
    )
  }

  it('is refused where it would keep a bank entry that this release has kept', async () => {
    await importedBy(customer(), camt053Message({ bankEntries: bankEntry({ amount: '108.10' }) }))
    expect(await refusingConstraint(() => importBefore(10_810))).to.equal('camt053_entries_rules')
    expect(await refusingConstraint(() => importBefore(10_811))).to.equal(undefined)
    expect(await refusingConstraint(() => importBefore(10_811))).to.equal(undefined)
  })
})
