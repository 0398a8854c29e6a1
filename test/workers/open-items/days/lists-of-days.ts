import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { get } from '../../../support/client.ts'
import { service } from '../../../support/service.ts'
import { there } from '../../../support/there.ts'

const SIDES = ['receivables', 'payables'] as const

/** Both lists of each day from the one before the start on, without the position of the ledger. */
export async function listsOfDays(customer: string, start: string, days: number) {
  const lists = []
  for (let at = -1; at < days; at += 1) {
    for (const side of SIDES) {
      const query = `end_customer_id=${customer}&side=${side}&date=${addDays(start, at)}&limit=500`
      const { status, body, text } = await get(`/v1/statements/open-items?${query}`)
      expect(status, text).to.equal(200)
      const { ledger_position, ...list } = body
      lists.push(list)
    }
  }
  return lists
}

/** Compares with the lines of the journal, read without any of the functions that answer. */
export async function expectProved(customer: string, lists: Awaited<ReturnType<typeof listsOfDays>>) {
  const lines = await service().web.pool.any(sql.type(row<JournalLine>())`
      select account_code, transaction_currency as currency, posting_date, (debit_minor - credit_minor)::integer as base,
        (case when debit_minor > 0 then transaction_minor else -transaction_minor end)::integer as amount
      from journal_lines where end_customer_id = ${customer}
    `)
  for (const { side, date, items, totals, ageing, partners } of lists) {
    const sign = side === 'receivables' ? 1 : -1
    for (const account of side === 'receivables' ? ['1100', '2030'] : ['2000', '1192']) {
      for (const currency of ['CHF', 'EUR']) {
        const here = lines.filter(
          (line) => line.account_code === account && line.currency === currency && line.posting_date <= date,
        )
        const open = items.filter((item) => item.account_code === account && item.open_amount.currency === currency)
        const what = `${side} on ${account} in ${currency} on ${date}`
        expect([sum(open, 'open_amount'), sum(open, 'base_open_amount')], what).to.deep.equal([
          sign * here.reduce((total, { amount }) => total + amount, 0) + 0,
          sign * here.reduce((total, { base }) => total + base, 0) + 0,
        ])
      }
    }
    expect(
      totals.filter(({ equals_control_account }) => !equals_control_account),
      date,
    ).to.deep.equal([])
    const total = sum(items, 'base_open_amount')
    expect([
      ageing.total.amount_minor,
      partners.reduce((all, partner) => all + partner.ageing.total.amount_minor, 0),
    ]).to.deep.equal([total, total])
  }
}

/** The first day on which something is booked from now on; far away where nothing is. */
export async function touchedSince(customer: string): Promise<() => Promise<string>> {
  const firstAfter = (entry: number) =>
    service().web.pool.one(sql.type(row<{ last: number; day: string | null }>())`
      select coalesce(max(entry_number), 0)::integer as last,
        (min(posting_date) filter (where entry_number > ${entry}))::text as day
      from journal_lines where end_customer_id = ${customer}
    `)
  const { last } = await firstAfter(0)
  return async () => (await firstAfter(last)).day ?? '9999-12-31'
}

type JournalLine = { account_code: string; currency: string; posting_date: string; base: number; amount: number }

function sum<Name extends string>(items: readonly { [N in Name]: { amount_minor: number } }[], name: Name): number {
  return items.reduce((total, item) => total + there(item[name]).amount_minor, 0)
}
