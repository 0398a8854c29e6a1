import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { amountInWords } from '../../../../shared/accounting/amounts/decimal.ts'
import type { PostingSettings } from '../../../../shared/accounting/setup/posting-settings.ts'
import { moneyToTell } from '../../../../shared/accounting/vat/filing/money-before-invoice.ts'
import type { OpenWork } from '../../../../shared/accounting/vat/filing/open-work.ts'
import { smallActivities } from '../../../../shared/accounting/vat/filing/small-activities.ts'
import { registrationOn } from '../../../../shared/accounting/vat/registration.ts'
import type { TaxedActivity, TaxTotal } from '../../../../shared/accounting/vat/return/tax-total.ts'
import type { VatReturn } from '../../../../shared/accounting/vat/return/vat-return.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import { findMoneyBeforeInvoice } from '../../../../shared/store/vat/consideration/money-before-invoice.ts'
import type { TakenOverOnAccount } from '../../../../shared/store/vat/consideration/tax-taken-over.ts'
import { findOpenWork } from '../../../../shared/store/vat/open-work.ts'
import { listTaxNotDue } from '../../../../shared/store/vat/tax-not-due.ts'
import { balancesMissing } from '../tax-taken-over.ts'

type FoundOfReturn = {
  readonly tax_not_due: readonly TaxTotal[] | null
  readonly taken_over: readonly TakenOverOnAccount[]
  readonly vat_return: VatReturn
  readonly activities: readonly TaxedActivity[]
}

/** So many items are counted, and so many are named. */
const [COUNTED, NAMED] = [100, 5]

/** What of its days is not booked, money that came before its invoice, what the last return leaves undeclared, what was taken over without its balance, and small activities. */
export async function openWorkOfReturn(
  tx: Db,
  days: Parameters<typeof findOpenWork>[1],
  settings: PostingSettings,
  { tax_not_due, taken_over, vat_return, activities }: FoundOfReturn,
): Promise<readonly OpenWork[]> {
  return [
    ...(await findOpenWork(tx, days)),
    ...moneyToTell(await findMoneyBeforeInvoice(tx, days, COUNTED + 1), COUNTED, settings.base_currency),
    ...(await findLeftAtEnd(tx, days, settings, tax_not_due)),
    ...balancesMissing(taken_over, settings.base_currency),
    ...smallActivities(
      vat_return,
      days.submission === 'annual_reconciliation' ? [] : activities,
      settings.base_currency,
    ),
  ]
}

/** Receivables and payables with tax that is not due where the liability ends: no return of later days will have it. */
async function findLeftAtEnd(
  tx: Db,
  { end_customer_id, to }: { readonly end_customer_id: string; readonly to: string },
  settings: PostingSettings,
  tax_not_due: readonly TaxTotal[] | null,
): Promise<readonly OpenWork[]> {
  if (!tax_not_due?.length || registrationOn(settings, addDays(to, 1)).method !== 'not_registered') return []
  const { rows, has_more } = await listTaxNotDue(tx, end_customer_id, { date: to, after: null, limit: COUNTED })
  if (rows.length === 0) return []
  const first = rows.slice(0, NAMED).map(({ kind, open_item_id: id }) => ({ kind, id }))
  const tax_in_words = tax_not_due.map((total) => inWords(total, settings.base_currency)).join(', ')
  return [{ code: 'tax_not_due_at_end', count: rows.length, blocked: 0, is_at_least: has_more, first, tax_in_words }]
}

/** Turnover at a net tax rate has no tax of its own. */
function inWords({ tax_code, base_minor, tax_minor }: TaxTotal, currency: string): string {
  return tax_minor === 0n
    ? `${tax_code} of ${amountInWords(base_minor, currency)}`
    : `${amountInWords(tax_minor, currency)} (${tax_code})`
}
