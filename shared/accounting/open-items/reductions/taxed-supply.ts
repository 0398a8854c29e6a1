import type { VoucherLine } from '../../documents/accounting-document.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { TaxedSupply } from '../../documents/voucher-item.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { activityOfRecord, isGrossTurnover } from '../../vat/activity.ts'
import { registrationOfLine, registrationOn } from '../../vat/registration.ts'

export type SettingsOfRates = Pick<PostingSettings, 'vat_registrations'>

/** How the tax of a record was taxed. Records from before they had their rate have that of the registration. */
export function supplyOfSnapshot(record: TaxSnapshot, settings: SettingsOfRates): TaxedSupply {
  const { supply_date, supply_period = null, activity_id = null, net_rate_bp, direction } = record
  const registration = registrationOn(settings, supply_date)
  const is_gross = direction.startsWith('output') && registration.method === 'net_tax_rate'
  const rate_bp = net_rate_bp ?? activityOfRecord(registration, undefined, activity_id).net_rate_bp ?? null
  return { supply_date, supply_period, is_gross, ...(is_gross ? { activity_id, net_rate_bp: rate_bp } : NO_ACTIVITY) }
}

const NO_ACTIVITY = { activity_id: null, net_rate_bp: null } as const

/** How a line of a voucher is taxed, as it stands. */
export function supplyOfVoucherLine(
  line: VoucherLine,
  voucher: { readonly supply_date: string },
  settings: SettingsOfRates,
): TaxedSupply {
  const { supply_date, supply_period, account_code } = line
  const is_gross = isGrossTurnover(voucher, line, settings)
  if (!is_gross) return { supply_date, supply_period, is_gross, ...NO_ACTIVITY }
  const registration = registrationOfLine(settings, line, voucher)
  const { activity_id = null, net_rate_bp = null } = activityOfRecord(registration, account_code, line.activity_id)
  return { supply_date, supply_period, is_gross, activity_id, net_rate_bp }
}

/** The same way of taxing, whichever day the supply was. */
export function isTaxedAlike(a: TaxedSupply, b: TaxedSupply): boolean {
  return a.is_gross === b.is_gross && a.activity_id === b.activity_id && a.net_rate_bp === b.net_rate_bp
}

/** One supply of each way of taxing. */
export function distinctSupplies(supplies: readonly TaxedSupply[]): TaxedSupply[] {
  return supplies.filter((supply, index) => supplies.findIndex((other) => isTaxedAlike(supply, other)) === index)
}
