import type { BankRuleLine } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { VoucherLineRequest } from '../../contract/facts/journal-vouchers.ts'
import { divideHalfAwayFromZero, taxOnNet } from '../amounts/rounding.ts'
import type { AccountRole } from '../documents/accounting-document.ts'
import { ACQUISITION_TAX, ACQUISITION_TAX_COST, inputTaxRole } from '../journal/expense-roles.ts'
import { OUTPUT_TAX } from '../journal/invoice-roles.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import { isUnregisteredAcquisition } from '../vat/input-tax-rules.ts'
import { registrationOn } from '../vat/registration.ts'
import { TAX_CODES, type TaxCode } from '../vat/tax-codes.ts'
import { moneyOf, type RuleRefusal, voucherLine } from './ruled-amount.ts'

/** A part of a bank entry on its account; positive in debit. */
export type RulePart = {
  readonly line: BankRuleLine
  readonly index: number
  readonly signed_minor: bigint
  readonly currency: string
  readonly date: string
}

type Taxed = RulePart & { readonly code: TaxCode; readonly tax_code: string; readonly settings: PostingSettings }
type Lines = readonly VoucherLineRequest[] | RuleRefusal

/**
 * The lines of a voucher that book a part. Tax is contained in it, by the rate of its code; acquisition tax is not, and
 * is owed and deducted beside it.
 *
 * @source MWSTG Art. 24 Abs. 6 lit. a (tax is no part of the consideration), Art. 37 (net tax rate), Art. 45
 */
export function linesOfPart(part: RulePart, settings: PostingSettings): Lines {
  const { line, signed_minor, currency, date } = part
  const { account_code, tax_code } = line
  if (tax_code === undefined || tax_code === 'NONE')
    return [voucherLine(account_code, signed_minor, currency, wordsOf(line))]
  const code = TAX_CODES.get(tax_code)
  if (!code)
    return { code: 'tax_code_unknown', message: `${tax_code} is no tax code.`, pointer: pointerOf(part, '/tax_code') }
  const isGross = code.direction.startsWith('output') && registrationOn(settings, date).method === 'net_tax_rate'
  const isUntaxed = isUnregisteredAcquisition({ supply_date: date }, { tax_code, ...ON_ITS_DAY }, settings)
  if (code.rate_bp === 0n || isGross || isUntaxed)
    return [voucherLine(account_code, signed_minor, currency, { ...wordsOf(line), tax_code, ...activityOf(line) })]
  const taxed = { ...part, code, tax_code, settings }
  return code.direction === 'acquisition' ? withAcquisitionTax(taxed) : withTaxContained(taxed)
}

const ON_ITS_DAY = { supply_date: null, supply_period: null } as const

/** The net amount on the account, and beside it the tax that the part contains, rounded half away from zero. */
function withTaxContained(part: Taxed): Lines {
  const { line, signed_minor, currency, code, tax_code } = part
  const tax_minor = divideHalfAwayFromZero(signed_minor * code.rate_bp, 10_000n + code.rate_bp)
  const net_minor = signed_minor - tax_minor
  const role = code.direction.startsWith('output') ? OUTPUT_TAX : inputTaxRole(code, line.account_code)
  const account = taxAccount(part, role, tax_minor)
  if (typeof account !== 'string') return account
  const record = { tax_code, tax_base: magnitude(net_minor, currency), ...wordsOf(line), ...activityOf(line) }
  return [
    voucherLine(line.account_code, net_minor, currency, wordsOf(line)),
    voucherLine(account, tax_minor, currency, record),
  ]
}

/** A service from abroad: its whole amount is the base. What cannot be deducted is a cost. */
function withAcquisitionTax(part: Taxed): Lines {
  const { line, signed_minor, currency, code, tax_code, date, settings } = part
  const isDeducted = registrationOn(settings, date).method === 'effective'
  const tax_minor = taxOnNet(signed_minor, code.rate_bp)
  const role = isDeducted ? inputTaxRole(code, line.account_code) : ACQUISITION_TAX_COST
  const deducted = taxAccount(part, role, tax_minor)
  if (typeof deducted !== 'string') return deducted
  const owed = taxAccount(part, ACQUISITION_TAX, tax_minor)
  if (typeof owed !== 'string') return owed
  const record = { tax_base: magnitude(signed_minor, currency), ...wordsOf(line) }
  const deduction = (line.account_code.startsWith('4') ? 'M' : 'I') + tax_code.slice(1)
  return [
    voucherLine(line.account_code, signed_minor, currency, wordsOf(line)),
    voucherLine(deducted, tax_minor, currency, isDeducted ? { tax_code: deduction, ...record } : wordsOf(line)),
    voucherLine(owed, -tax_minor, currency, { tax_code, ...record }),
  ]
}

function taxAccount(part: Taxed, { keys }: AccountRole, tax_minor: bigint): string | RuleRefusal {
  const pointer = pointerOf(part, '/tax_code')
  if (tax_minor === 0n) {
    const message = `The part is so small that its tax of ${part.tax_code} is less than half of the smallest unit.`
    return { code: 'tax_too_small', message, pointer }
  }
  const account = accountFor(part.settings, keys, part.date)
  if (account !== undefined) return account
  const message = `No account is mapped to ${keys.join(' or ')} on ${part.date}.`
  return { code: 'account_mapping_missing', message, pointer }
}

function pointerOf({ index }: RulePart, member: string): string {
  return `/action/lines/${index}${member}`
}

function wordsOf({ text }: BankRuleLine) {
  return text === undefined ? {} : { text }
}

function activityOf({ activity_id }: BankRuleLine) {
  return activity_id === undefined ? {} : { activity_id }
}

function magnitude(minor: bigint, currency: string) {
  return moneyOf(minor < 0n ? -minor : minor, currency)
}
