import { reversalDate } from '../../../shared/accounting/journal/reversal-date.ts'
import { entryOfLegs, type LegOnAccount } from '../../../shared/accounting/settlement/entry-of-legs.ts'
import { moneyEntryOfFiling } from '../../../shared/accounting/settlement/money-entry.ts'
import { fiscalYearsToAdd } from '../../../shared/accounting/setup/fiscal-years.ts'
import { accountFor, type PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import type { KeptReturn } from '../../../shared/accounting/vat/filing/return-read.ts'
import { declaredTaxOf, transferOf } from '../../../shared/accounting/vat/filing/transfer.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { appendJournalEntry } from '../../../shared/store/journal/append-journal-entries.ts'
import type { LedgerHead } from '../../../shared/store/journal/ledger-heads.ts'
import { findAccountStatuses } from '../../../shared/store/setup/chart.ts'
import { insertFiscalYears } from '../../../shared/store/setup/fiscal-years.ts'

type NewFiling = Omit<Parameters<typeof moneyEntryOfFiling>[0], 'posting_date' | 'currency'>

/**
 * Books the transfer of a filing on the day from which on it may be, or on the first open one after it.
 *
 * @param head of the ledger, which is locked
 * @param earliest the last day of the period, or of what is transferred; at the latest today
 * @param before the filing before of the same period
 * @returns its entry; null where there is nothing to transfer
 * @throws ApiError state_conflict with everything that blocks the entry
 */
export async function postTransfer(
  tx: Tx,
  head: LedgerHead,
  settings: PostingSettings,
  filing: NewFiling,
  earliest: string,
  now: KeptReturn,
  before: KeptReturn | null,
): Promise<string | null> {
  const legs = transferOf(declaredTaxOf(now), before && declaredTaxOf(before))
  if (legs.length === 0) return null
  const { end_customer_id } = filing
  const today = todayInSwitzerland()
  const posting_date = reversalDate(settings, earliest, today) ?? earliest
  const money = moneyEntryOfFiling({ ...filing, posting_date, currency: settings.base_currency })
  const placed = legs.map(({ account, base_minor }): LegOnAccount => {
    const keys = 'keys' in account ? account.keys : []
    const account_code = 'code' in account ? account.code : accountFor(settings, keys, posting_date)
    return { account: account_code ?? '', keys, account_code, amount_minor: base_minor, base_minor }
  })
  const wanted = placed.flatMap(({ account_code }) =>
    account_code === undefined ? [] : [{ end_customer_id, account_code, on_date: posting_date }],
  )
  const accounts = await findAccountStatuses(tx, wanted)
  const context = { settings, today, accounts, turnover_minor: head.total_debit_minor }
  const result = entryOfLegs(money, placed, context, newUuid(), nowAsTimestamp())
  if ('blockers' in result) throw notPossible(result.blockers)
  const years = fiscalYearsToAdd(settings.fiscal_years, posting_date, today)
  await insertFiscalYears(
    tx,
    years.map((year) => ({ end_customer_id, ...year })),
  )
  await appendJournalEntry(tx, head, result.entry)
  return result.entry.journal_entry_id
}

function notPossible(blockers: readonly { readonly message: string; readonly remedy: string }[]): ApiError {
  return new ApiError(
    'state_conflict',
    'The tax of the return cannot be transferred. The details say what to do.',
    blockers.map(({ message, remedy }) => ({
      pointer: '/period',
      code: 'transfer_not_possible',
      message: `${message} ${remedy}`,
    })),
  )
}
