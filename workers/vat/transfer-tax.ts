import assert from 'node:assert/strict'
import { addDays } from '../../shared/accounting/amounts/dates.ts'
import { reversalDate } from '../../shared/accounting/journal/reversal-date.ts'
import { entryOfLegs, legsOnAccounts } from '../../shared/accounting/settlement/entry-of-legs.ts'
import {
  accountsOfTransfer,
  legsOfTransfer,
  moneyEntryOfTransfer,
} from '../../shared/accounting/settlement/transfer-entry.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../shared/process/clock.ts'
import { newUuid } from '../../shared/process/ids.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { requestRefresh } from '../../shared/queue/request-refresh.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { type LedgerHead, lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents, taxTransferred } from '../../shared/store/platform/events.ts'
import { findAccountStatuses } from '../../shared/store/setup/chart.ts'
import {
  findChangeToTransfer,
  insertTransferDone,
  insertTransferredItems,
  insertVatTransfer,
} from '../../shared/store/vat/consideration/vat-transfers.ts'
import { eachCustomer } from '../each-customer.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { appendEntries } from '../journal/append-entries.ts'
import { type PageOfTransfers, transfersOfPage } from './transfers-of-page.ts'

/**
 * Where consideration has changed, transfers the tax of open items, so that it is declared once. It takes the ledger for a
 * page of items at a time. A job that is done again finds items that follow the change already.
 */
export function transferTax(deps: WorkerDeps, jobs: readonly Job<Jobs['vat.transfer']>[]): Promise<JobResult[]> {
  return eachCustomer(deps, jobs, async (end_customer_id) => {
    let page: Looked | null = BEGIN
    while (page !== null) {
      const before: Looked = page
      page = await deps.pool.transaction((tx) => transferPage(tx, deps, end_customer_id, before))
    }
  })
}

/** `last` is the last item of the page, null where none of its change is left; `through` the last entry when the first page was read. */
type Looked = { readonly last: string | null; readonly through: bigint | null }

const BEGIN: Looked = { last: null, through: null }

/** @returns null where no change is left that could be looked at now */
async function transferPage(tx: Tx, deps: WorkerDeps, end_customer_id: string, before: Looked): Promise<Looked | null> {
  const today = todayInSwitzerland()
  const heads = await lockLedgers(tx, [end_customer_id])
  const change = await findChangeToTransfer(tx, end_customer_id, today)
  if (!change) return null
  const settings = (await deps.settings(tx, heads)).get(end_customer_id)
  assert(settings, 'an end customer with a registration has settings')
  const { change_number, day, next_day, seen_through } = change
  const through_entry_number = before.through ?? heads[0]?.last_entry_number ?? 0n
  const until = next_day === null ? today : addDays(next_day, -1)
  const page = await transfersOfPage(tx, end_customer_id, settings, { day, seen_through, until }, before.last)
  const transfers = { ...page, end_customer_id, ...change, today }
  if (page.records.length > 0 && !(await book(tx, deps, heads, settings, transfers))) return null
  if (page.last === null)
    await insertTransferDone(tx, {
      end_customer_id,
      transfer_id: newUuid(),
      change_number,
      looked_on: day,
      through_entry_number,
    })
  return page.last === null ? BEGIN : { last: page.last, through: through_entry_number }
}

type TransfersToBook = PageOfTransfers & { end_customer_id: string; actor_id: string; today: string }

/** @returns false where something blocks it: the end customer has to change the books, and the job is run again then */
async function book(
  tx: Tx,
  deps: WorkerDeps,
  heads: readonly LedgerHead[],
  settings: PostingSettings,
  { records, items, on, to, end_customer_id, actor_id, today }: TransfersToBook,
): Promise<boolean> {
  const posting_date = reversalDate(settings, on, today) ?? on
  const transfer_id = newUuid()
  const { base_currency: currency } = settings
  const is_correction = records.some(({ vat_period }) => vat_period !== undefined)
  const of_change = { end_customer_id, transfer_id, to, on, items: items.length, posting_date, currency, actor_id }
  const money = moneyEntryOfTransfer({ ...of_change, is_correction })
  const wanted = accountsOfTransfer(settings, posting_date)
  const accounts = await findAccountStatuses(
    tx,
    wanted.map((account_code) => ({ end_customer_id, account_code, on_date: posting_date })),
  )
  const legs = legsOnAccounts(money, legsOfTransfer(records, posting_date, settings, accounts), settings)
  const turnover_minor = heads[0]?.total_debit_minor ?? 0n
  const result = entryOfLegs(money, legs, { settings, today, accounts, turnover_minor }, newUuid(), nowAsTimestamp())
  if ('blockers' in result) {
    const blockers = result.blockers.map(({ message, remedy }) => `${message} ${remedy}`)
    deps.log.warn({ end_customer_id, blockers }, 'tax of open items waits for its transfer')
    return false
  }
  const { entry } = result
  const { numbers } = await appendEntries(tx, heads, [{ entries: [entry], new_years: [] }].values())
  const entry_number = numbers.get(transfer_id) ?? 0n
  await insertVatTransfer(tx, { end_customer_id, transfer_id, journal_entry_id: entry.journal_entry_id })
  await insertTransferredItems(
    tx,
    items.map((open_item_id) => ({ end_customer_id, open_item_id, entry_number, posting_date })),
  )
  await requestRefresh(tx, deps, [end_customer_id])
  await appendEvents(tx, [taxTransferred(end_customer_id, transfer_id, entry.journal_entry_id)])
  return true
}
