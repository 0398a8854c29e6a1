import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { QueryResult } from 'pg'
import { journalInSql, type Line } from '../journal/journal-in-sql.ts'

/** The queries with which they book payments, word for word. */
describe('processes of the release before that give payments credit', () => {
  const { customer, query, insert } = journalInSql()

  const lines: Line[] = [
    ['1020', 300, 0],
    ['2203', 0, 300],
  ]
  const bookVoucher = (source_id: string, ofEntry = lines) =>
    insert({ source_type: 'journal_voucher', rule_version: 3, source_id }, ofEntry)

  it('once more, after a reversal: it is an item of its own', async () => {
    const [payment_id, booked_by] = [await receivePayment(), randomUUID()]
    const first = await bookVoucher(booked_by)
    await bookPayment(payment_id, booked_by, first)
    expect(await itemsOf(first.entry_number)).to.deep.equal([['customer_credit', '2203', 2, '-300', 'open']])
    await takeBack(payment_id)
    const source_id = randomUUID()
    const again = await bookVoucher(source_id)
    await bookPayment(payment_id, source_id, again)
    expect(await itemsOf(again.entry_number)).to.deep.equal([['customer_credit', '2203', 2, '-300', 'open']])
    expect(await creditsOf(payment_id)).to.deep.equal([
      { partner_name: 'Ka AG', open_amount_minor: 0, is_now: false },
      { partner_name: 'Ka AG', open_amount_minor: -300, is_now: true },
    ])
  })

  it('and use it after it was booked anew: the item that it is now is used', async () => {
    const [payment_id, booked_by, anew] = [await receivePayment(), randomUUID(), randomUUID()]
    await bookPayment(payment_id, booked_by, await bookVoucher(booked_by))
    await undo(payment_id)
    await bookPayment(payment_id, anew, await bookVoucher(anew))
    const refund = await bookVoucher(randomUUID(), [
      ['2203', 100, 0],
      ['1020', 0, 100],
    ])
    await change(payment_id, refund, 100, 'refund')
    await query(
      `update payments set open_amount_minor = open_amount_minor - 100, credit_minor = credit_minor - 100,
        credit_base_minor = credit_base_minor - 100 where end_customer_id = $1 and payment_id = $2`,
      [customer(), payment_id],
    )
    expect(await creditsOf(payment_id)).to.deep.equal([
      { partner_name: 'Ka AG', open_amount_minor: 0, is_now: false },
      { partner_name: 'Ka AG', open_amount_minor: -200, is_now: true },
    ])
    expect(await creditFindings()).to.deep.equal([])
  })

  it('for the first time, after the reversal of a booking that left none: it has the id of the payment', async () => {
    const [payment_id, source_id] = [await receivePayment(), randomUUID()]
    await query(
      `update payments set booked_by = $3, open_amount_minor = 0 where end_customer_id = $1 and payment_id = $2`,
      [customer(), payment_id, randomUUID()],
    )
    await takeBack(payment_id)
    await bookPayment(payment_id, source_id, await bookVoucher(source_id))
    expect(await creditsOf(payment_id)).to.deep.equal([
      { partner_name: 'Ka AG', open_amount_minor: -300, is_now: true },
    ])
    expect(await creditFindings()).to.deep.equal([])
  })

  async function receivePayment(): Promise<string> {
    const payment_id = randomUUID()
    await query(
      `insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
      values ($1, '2203', 'customer_credit', 0) on conflict do nothing`,
      [customer()],
    )
    await query(
      `insert into payments (
        end_customer_id, payment_id, entry_id, transaction_number, import_id, account, currency, amount_minor,
        open_amount_minor, debtor_name, payment_references, remittance_text, created_at
      ) values ($1, $2, $3, 0, $3, 'x', 'CHF', 300, 300, 'Ka AG', '{}', '', now())`,
      [customer(), payment_id, randomUUID()],
    )
    return payment_id
  }

  async function takeBack(payment_id: string): Promise<void> {
    await query(
      `update payments set open_amount_minor = amount_minor, credit_minor = 0, credit_base_minor = 0, booked_by = null
      where end_customer_id = $1 and payment_id = $2`,
      [customer(), payment_id],
    )
  }

  /** The same with the entry that takes the credit off its account. */
  async function undo(payment_id: string): Promise<void> {
    const reversal = await bookVoucher(randomUUID(), [
      ['2203', 300, 0],
      ['1020', 0, 300],
    ])
    await change(payment_id, reversal, 300, 'reversal')
    await takeBack(payment_id)
  }

  async function change(item: string, { entry_number }: Record<string, unknown>, amount: number, purpose: string) {
    await query(
      `insert into open_item_changes (
        end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
      ) values ($1, $2, $3, 1, '2026-05-05', $4, $4, $5)`,
      [customer(), item, entry_number, amount, purpose],
    )
  }

  async function creditsOf(payment_id: string): Promise<unknown[]> {
    const { rows } = await query(
      `select partner_name, item.open_amount_minor::int, open_item_id = coalesce(credit_item_id, payment_id) as is_now
      from open_items item join payments using (end_customer_id, payment_id)
      where end_customer_id = $1 and payment_id = $2 order by entry_number`,
      [customer(), payment_id],
    )
    return rows
  }

  async function creditFindings(): Promise<unknown[]> {
    return (await query('select "check", subject, expected, found from open_item_findings($1)', [customer()])).rows
  }

  async function bookPayment(payment_id: string, source_fact_id: string, entry: Record<string, unknown>) {
    await query(
      `with credit as materialized (
        select $1::uuid as end_customer_id, $2::uuid as payment_id, $3::uuid as journal_entry_id,
          '2203' as account_code, 'Ka AG' as partner_name, 'CHF' as currency, $4::bigint as entry_number,
          2 as line_number, date '2026-05-05' as posting_date, -300 as amount_minor, -300 as base_amount_minor,
          now() as created_at
      ), opened as (
        insert into open_items (
          end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
          posting_date, partner_name, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
          base_open_amount_minor, created_at
        )
        select end_customer_id, payment_id, 'customer_credit', account_code, payment_id, journal_entry_id, entry_number, line_number,
          posting_date, partner_name, posting_date, currency, amount_minor, base_amount_minor, amount_minor,
          base_amount_minor, created_at
        from credit
        on conflict (end_customer_id, open_item_id) do nothing
        returning end_customer_id, open_item_id
      )
      insert into open_item_changes (
        end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
      )
      select end_customer_id, payment_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, 'opened'
      from credit
      where (end_customer_id, payment_id) not in (select end_customer_id, open_item_id from opened)`,
      [customer(), payment_id, entry.journal_entry_id, entry.entry_number],
    )
    await query(
      `update payments set booked_by = $3, open_amount_minor = 300, credit_minor = 300, credit_base_minor = 300
      where end_customer_id = $1 and payment_id = $2`,
      [customer(), payment_id, source_fact_id],
    )
  }

  const itemsOf = async (entry_number: unknown) => {
    const { rows } = (await query(
      `select kind, account_code, line_number, amount_minor::text, state from open_items
      where end_customer_id = $1 and entry_number = $2 order by line_number`,
      [customer(), entry_number],
    )) as QueryResult<Record<string, unknown>>
    return rows.map((item) => Object.values(item))
  }
})
