import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { QueryResult } from 'pg'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { bookedVoucher, openOf } from '../../api/open-items/items-of-customer.ts'
import { findings } from '../../support/books.ts'
import { firstOf } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { journalInSql, type Line, refusingConstraint } from '../journal/journal-in-sql.ts'

/** Queries of the release before, word for word: its tables of open items are views now. */
describe('processes of the release before', () => {
  const { customer, query, insert } = journalInSql()
  beforeEach(() =>
    query(
      `insert into account_mappings (
        end_customer_id, account_mapping_id, mapping_key, account_code, valid_from, version, is_default
      ) values ($1, $2, 'posting.customer_credit', '2203', '2020-01-01', 1, false)`,
      [customer(), randomUUID()],
    ),
  )

  it('open items by the tables that they know, at their lines, and other lines on control accounts with them', async () => {
    const id = newUuid()
    const entry = await insert({ source_type: 'customer_invoice' }, ADVANCE_INVOICE)
    await insertDocument(id, entry.journal_entry_id)
    expect(await itemsOf(entry.entry_number)).to.deep.equal([
      ['receivable', '1100', 1, '108', 'open'],
      ['customer_credit', '2203', 3, '-100', 'open'],
    ])
  })

  it('reserve, give back and reverse', async () => {
    const id = newUuid()
    const entry = await insert({ source_type: 'customer_invoice' }, ADVANCE_INVOICE)
    const source_fact_id = await insertDocument(id, entry.journal_entry_id)
    await query('begin')
    await query(
      'select from documents where end_customer_id = $1 and document_id = any($2) order by document_id for update',
      [customer(), [id]],
    )
    await query(
      `update documents set open_amount_minor = documents.open_amount_minor - lines.amount_minor,
        base_open_amount_minor = documents.base_open_amount_minor - lines.amount_minor, state = 'settled'
      from (values ($2::uuid, 108)) lines (document_id, amount_minor)
      where documents.end_customer_id = $1 and documents.document_id = lines.document_id`,
      [customer(), id],
    )
    await query('commit')
    expect((await itemsOf(entry.entry_number))[0]).to.deep.equal(['receivable', '1100', 1, '108', 'settled'])
    const reversal = await insert(
      { source_type: 'customer_invoice', source_id: entry.source_id, reversal_of: entry.journal_entry_id },
      ADVANCE_INVOICE.map(([account, debit, credit]): Line => [account, credit, debit]),
    )
    await query(
      `update documents item set state = 'reversed', open_amount_minor = 0, base_open_amount_minor = 0
      from (values ($1::uuid, $2::uuid)) fact (end_customer_id, source_fact_id)
      where item.end_customer_id = fact.end_customer_id and item.source_fact_id = fact.source_fact_id`,
      [customer(), source_fact_id],
    )
    const { rows } = await query(
      `select account_code, sum(movement.amount_minor)::int as rest, max(state) as state
      from open_item_movements movement join open_items using (end_customer_id, open_item_id)
      where end_customer_id = $1 and movement.entry_number = any($2) group by account_code order by account_code`,
      [customer(), [entry.entry_number, reversal.entry_number]],
    )
    expect(rows).to.deep.equal([
      { account_code: '1100', rest: 0, state: 'reversed' },
      { account_code: '2203', rest: 0, state: 'reversed' },
    ])
  })

  it('post vouchers on control accounts, which are listed as lines without an item until they are reversed', async () => {
    const lines: Line[] = [
      ['2000', 30, 0],
      ['1020', 0, 30],
    ]
    const entry = await insert({ source_type: 'journal_voucher', rule_version: 2 }, lines)
    expect(await restOf(entry.entry_number)).to.deep.equal([['2000', '30']])
    const found = (await findings(customer())).map(({ check }) => check)
    expect(found).not.to.include('a line on a control account moves an open item')
    expect(found.filter((check) => check.startsWith('Open items come to'))).to.deep.equal([])
    await insert(
      { source_type: 'journal_voucher', rule_version: 2, reversal_of: entry.journal_entry_id },
      lines.map(([account, debit, credit]): Line => [account, credit, debit]),
    )
    expect(await restOf(entry.entry_number)).to.deep.equal([['2000', '0']])
  })

  it('give back what a voucher took, when they reverse it, once', async () => {
    const item = { open_item: { supplier_payable_id: await payable(), purpose: 'payment' } }
    const paid: Line[] = [
      ['2000', 3000, 0],
      ['1020', 0, 3000],
    ]
    const fact = await bookedVoucher(customer(), [debit('2000', 3000, item), credit('1020', 3000)])
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[7810, 7810, 'open']])
    await reverseFact(fact)
    await insert(
      {
        source_type: 'journal_voucher',
        rule_version: 3,
        reversal_of: uuidOf('journal_entry', there(fact.journal_entry_id.id)),
      },
      paid.map(([account, debit, credit]): Line => [account, credit, debit]),
    )
    expect(await openOf(customer(), 'supplier-payables')).to.deep.equal([[10_810, 10_810, 'open']])
    const found = (await findings(customer())).map(({ check }) => check)
    expect(found.filter((check) => check.includes('open item'))).to.deep.equal([])
  })

  it('reverse no fact whose item a voucher has used since', async () => {
    const item = { open_item: { supplier_payable_id: await payable(), purpose: 'payment' } }
    await bookedVoucher(customer(), [debit('2000', 3000, item), credit('1020', 3000)])
    const expenseFact = await firstOf('source-facts', customer(), '&fact_type=expense_document')
    expect(await refusingConstraint(() => reverseFact(expenseFact))).to.equal('open_items_used')
  })

  const payable = async () => (await firstOf('supplier-payables', customer())).id

  const reverseFact = (fact: { id: string }) =>
    query(
      `insert into fact_states (
        end_customer_id, source_fact_id, state, blockers, journal_entry_id, superseded_by, blocker_codes, evaluated_at
      )
      select end_customer_id, source_fact_id, 'reversed', '[]', journal_entry_id, null, '{}', now()
      from fact_states where end_customer_id = $1 and source_fact_id = $2
      on conflict (end_customer_id, source_fact_id) do update
      set state = excluded.state, blockers = excluded.blockers, journal_entry_id = excluded.journal_entry_id,
        superseded_by = excluded.superseded_by, blocker_codes = excluded.blocker_codes,
        evaluated_at = excluded.evaluated_at, failed_at = null`,
      [customer(), uuidOf('source_fact', fact.id)],
    )

  async function insertDocument(document_id: string, journal_entry_id: unknown) {
    const source_fact_id = randomUUID()
    await query(
      `insert into documents (
        end_customer_id, document_id, source_fact_id, journal_entry_id, account_code, customer_name, customer_reference,
        document_number, document_date, due_date, payment_reference, currency, amount_minor, open_amount_minor,
        base_amount_minor, base_open_amount_minor, created_at
      ) values ($1, $2, $3, $4, '1100', 'Muster AG', null, 'R-1', '2026-05-05', null, null, 'CHF', 108, 108, 108, 108, now())`,
      [customer(), document_id, source_fact_id, journal_entry_id],
    )
    return source_fact_id
  }

  const itemsOf = async (entry_number: unknown) => {
    const { rows } = (await query(
      `select kind, account_code, line_number, amount_minor::text, state from open_items
      where end_customer_id = $1 and entry_number = $2 order by line_number`,
      [customer(), entry_number],
    )) as QueryResult<Record<string, unknown>>
    return rows.map((item) => Object.values(item))
  }

  const restOf = async (entry_number: unknown) => {
    const { rows } = (await query(
      'select account_code, rest_minor::text from legacy_lines where end_customer_id = $1 and entry_number = $2',
      [customer(), entry_number],
    )) as QueryResult<Record<string, unknown>>
    return rows.map((line) => Object.values(line))
  }
})

const ADVANCE_INVOICE: Line[] = [
  ['1100', 108, 0],
  ['2200', 0, 8],
  ['2203', 0, 100],
]
