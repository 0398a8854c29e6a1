import { toBaseCurrency } from '../../amounts/currency.ts'
import type { Rates } from '../../amounts/rate.ts'
import type { Amount, JournalVoucher, VoucherLine } from '../../documents/accounting-document.ts'
import { supplyOfRecord } from '../../documents/supply.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { activityOfRecord, isGrossTurnover } from '../../vat/activity.ts'
import { isUnregisteredAcquisition } from '../../vat/input-tax-rules.ts'
import { registrationOfLine } from '../../vat/registration.ts'
import { declaredBase } from '../../vat/return/tax-shown.ts'
import { formFigure, grossFigure, TAX_CODES, type TaxDirection } from '../../vat/tax-codes.ts'
import { outsideReturns } from '../trade-posting.ts'

/**
 * Directions whose tax records are positive in credit: tax that is owed. Tax that is deducted stands in debit; so does, among
 * the corrections, the relief K410 (Einlageentsteuerung).
 *
 * @source MWSTG Art. 32; MWSTV Art. 126 Abs. 1 Bst. e
 */
// biome-ignore format: a set of names reads better in rows
const CREDIT_IS_POSITIVE: readonly TaxDirection[] = [
  'output', 'acquisition', 'turnover_without_tax', 'input_correction',
]

/**
 * The line is the tax itself and states its tax base; a line of turnover without tax is its own base. Under the net tax
 * rate method every line of turnover is, tax included, and belongs to an activity.
 *
 * @source MWSTG Art. 37 Abs. 2
 */
export function recordOfVoucherLine(
  voucher: JournalVoucher,
  line: VoucherLine,
  amount_minor: bigint,
  settings: PostingSettings,
  rates: Rates,
): TaxSnapshot | undefined {
  const tax_code = line.tax_code ?? ''
  const code = TAX_CODES.get(tax_code)
  if (!code || code.direction === 'none') return undefined
  if (isUnregisteredAcquisition(voucher, line, settings)) return acquiredRecord(voucher, line, amount_minor, settings)
  const isOwed = CREDIT_IS_POSITIVE.includes(code.direction) && tax_code !== 'K410'
  const sign = isOwed ? -1n : 1n
  const supply = supplyOfRecord(line, voucher.supply_date)
  const activity = grossTurnoverOf(voucher, line, settings)
  const isTurnover = code.direction === 'turnover_without_tax' || activity !== null
  const base_minor = isTurnover ? amount_minor : line.tax_base ? inBase(line.tax_base, settings, rates) : 0n
  const tax_minor = isTurnover ? 0n : sign * amount_minor
  return {
    tax_code,
    direction: code.direction,
    rate_bp: Number(code.rate_bp),
    form_figure: (activity === null ? formFigure : grossFigure)(code, supply.supply_date),
    ...supply,
    ...activity,
    currency: settings.base_currency,
    base_minor: declaredBase(code, sign * base_minor, tax_minor),
    tax_minor,
  }
}

/** A service from abroad of somebody who is not registered counts against a limit. No tax of it is booked. */
function acquiredRecord(
  voucher: JournalVoucher,
  line: VoucherLine,
  base_minor: bigint,
  { base_currency }: PostingSettings,
): TaxSnapshot {
  const tax_code = line.tax_code ?? ''
  const record = {
    tax_code,
    direction: 'acquisition',
    rate_bp: Number(TAX_CODES.get(tax_code)?.rate_bp ?? 0n),
    form_figure: null,
    ...supplyOfRecord(line, voucher.supply_date),
    currency: base_currency,
    base_minor,
    tax_minor: 0n,
  }
  return outsideReturns(record, 'acquisition_unregistered')
}

/** The activity of a line of turnover under the net tax rate method, where there is one; null for other lines. */
function grossTurnoverOf(voucher: JournalVoucher, line: VoucherLine, settings: PostingSettings) {
  if (!isGrossTurnover(voucher, line, settings)) return null
  const registration = registrationOfLine(settings, line, voucher)
  return activityOfRecord(registration, line.account_code, line.activity_id)
}

function inBase({ amount_minor, currency }: Amount, { base_currency }: PostingSettings, rates: Rates): bigint {
  const rate = rates.get(currency)
  return rate === undefined ? amount_minor : toBaseCurrency(amount_minor, currency, base_currency, rate)
}
