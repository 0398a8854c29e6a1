import { ACCOUNTS, COMPANY } from '../company/company.ts'
import type { DemoDocument } from '../company/documents.ts'
import type { DemoInvoice } from '../company/invoices.ts'
import { openingBalances, payroll, yearEnd } from '../company/vouchers.ts'
import { DECIDED, type Demo, say } from '../demo.ts'
import { feed } from '../feed.ts'
import { printBlockers } from '../prints.ts'
import { listFacts, untilDecided, waitUntil } from '../queries.ts'
import { francs } from '../tables.ts'
import { closeYear } from './close-year.ts'
import { closeFirstYear } from './closed-year.ts'

export async function sendTooEarly(demo: Demo, documents: readonly DemoDocument[]): Promise<void> {
  say('1. Some documents arrive before there is a chart of accounts: accepted, and blocked.')
  await feed('documents', documents, (body) => demo.client.recordExpenseDocument({ body }, DECIDED))
  await printBlockers(demo, 'Blockers before the chart')
}

export async function putChart(demo: Demo): Promise<void> {
  say('\n2. The chart of accounts is put; what waited for it is booked by itself.')
  const { client, customer } = demo
  await client.putEndCustomer({ end_customer_id: customer, body: { name: COMPANY } })
  const chart = { end_customer_id: customer, valid_from: '2020-01-01', source_reference: 'demo', accounts: ACCOUNTS }
  await client.putAccounts({ body: chart })
  await waitUntil(async () => (await listFacts(demo, 'blocked')).length === 0, 'the early documents are booked')
}

/** @returns the profit of the year in Rappen, how many vouchers there were, and the balance sheet of the closed year */
export async function bookFirstYear(
  demo: Demo,
  documents: readonly DemoDocument[],
  invoices: readonly DemoInvoice[],
): Promise<{ profit: number; voucher_count: number; closed: string }> {
  say('\n3. The year 2024: opening balances, documents, invoices, payroll, year-end, closing.')
  const { client, customer } = demo
  await feed('expense documents', documents, (body) => client.recordExpenseDocument({ body }))
  await feed('invoices', invoices, (body) => client.recordCustomerInvoice({ body }))
  const vouchers = [...openingBalances(customer, 2024), ...payroll(customer, 2024), ...yearEnd(customer, 2024)]
  await feed('vouchers', vouchers, (body) => client.recordJournalVoucher({ body }))
  await untilDecided(demo)
  const profit = await closeYear(demo, 2024)
  say(`   The fiscal year 2024 is closed with a profit of ${francs(profit)}.`)
  return { profit, voucher_count: vouchers.length, closed: await closeFirstYear(demo) }
}
