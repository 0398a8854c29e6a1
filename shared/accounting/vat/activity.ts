import type { VatRegistration } from '../../contract/vat/registrations.ts'
import type { JournalVoucher, VoucherLine } from '../documents/accounting-document.ts'
import type { TaxSnapshot } from '../documents/tax-record.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { registrationOfLine } from './registration.ts'
import type { TaxedActivity } from './return/tax-total.ts'
import { TAX_CODES } from './tax-codes.ts'

/**
 * The activity that turnover on an account belongs to: the one that the line names, that of the account, or the only one.
 *
 * @returns null where none of these decides, and under the other methods, which know no activities
 * @source MWSTG Art. 37; MWSTV Art. 84 ff.
 */
export function activityOf(
  { method, activities }: VatRegistration,
  account_code: string | undefined,
  named: string | null,
): string | null {
  if (method !== 'net_tax_rate') return null
  const found =
    named === null
      ? (activities.find(({ accounts = [] }) => accounts.some((code) => code === account_code)) ?? onlyOne(activities))
      : activities.find(({ activity_id }) => activity_id === named)
  return found?.activity_id ?? null
}

/**
 * The same with its rate, as a tax record has them: the rate is that of the day of supply, whenever the record counts. Nothing
 * where no activity has the turnover.
 *
 * @source MWSTG Art. 37 Abs. 2, Art. 115 Abs. 1
 */
export function activityOfRecord(
  registration: VatRegistration,
  account_code: string | undefined,
  named: string | null,
): Pick<TaxSnapshot, 'activity_id' | 'net_rate_bp'> {
  const id = activityOf(registration, account_code, named)
  const found = registration.activities.find(({ activity_id }) => activity_id === id)
  return found ? { activity_id: found.activity_id, net_rate_bp: found.rate_bp } : {}
}

/** The activities of a registration, as a return has them. */
export function taxedActivities({ activities }: VatRegistration): readonly TaxedActivity[] {
  return activities.map((activity) => ({ ...activity, rate_bp: BigInt(activity.rate_bp) }))
}

/** A voucher's line of turnover, or of what reduces it, that is booked tax included: disposals and private shares too. */
export function isGrossTurnover(
  voucher: Pick<JournalVoucher, 'supply_date'>,
  line: VoucherLine,
  settings: Pick<PostingSettings, 'vat_registrations'>,
): boolean {
  const direction = TAX_CODES.get(line.tax_code ?? '')?.direction ?? 'none'
  return direction.startsWith('output') && registrationOfLine(settings, line, voucher).method === 'net_tax_rate'
}

function onlyOne<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}
