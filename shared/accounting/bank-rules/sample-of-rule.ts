import type { BankRuleAction, BankRuleConditions } from '../../contract/bank-rules/bank-rule-parts.ts'
import type { JournalVoucherRequest } from '../../contract/facts/journal-vouchers.ts'
import type { DetailCode } from '../../contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../contract/platform/errors.ts'
import type { Blocker } from '../facts/blockers.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { factOfRule } from './fact-of-rule.ts'
import type { AmountToBook, RuleRefusal } from './ruled-amount.ts'
import { type LinesOfRule, linesOfRule } from './voucher-of-rule.ts'

/** An amount of which no tax is too small. */
const SAMPLE_MINOR = 1_000_000n

/** The voucher of a bank entry that the rule would book today, where its accounts and codes allow one. */
export function sampleOfRule(
  end_customer_id: string,
  { conditions, action }: { readonly conditions: BankRuleConditions; readonly action: BankRuleAction },
  settings: PostingSettings,
  today: string,
): Sample | RuleRefusal {
  const entry = sampleEntry(conditions, action, settings, today)
  const made = linesOfRule(action, entry, settings, [])
  if ('code' in made) return made
  const named = { end_customer_id, rule_id: '', version: 1, entry_id: '', canonical_entry_hash: '', booking_id: '' }
  const { payload, ...fact } = factOfRule(named, action, made, entry)
  return { voucher: { ...fact, evidence_links: [], payload: { ...payload, bank_entries: [] } }, places: made.places }
}

type Sample = Pick<LinesOfRule, 'places'> & { readonly voucher: JournalVoucherRequest }

function sampleEntry(
  { bank_account, credit_debit_indicator, amount_from, amount_to }: BankRuleConditions,
  { lines = [] }: BankRuleAction,
  { base_currency }: PostingSettings,
  booking_date: string,
): AmountToBook {
  const fixed = lines.flatMap(({ amount }) => amount ?? [])
  const sum = fixed.reduce((total, { amount_minor }) => total + BigInt(Math.max(amount_minor, 0)), 0n)
  return {
    bank_account: bank_account?.replace(/\s/g, '').toUpperCase() ?? '',
    credit_debit: credit_debit_indicator,
    amount_minor: sum + SAMPLE_MINOR,
    currency: (fixed[0] ?? amount_from ?? amount_to)?.currency ?? base_currency,
    booking_date,
  }
}

/** Blockers that say that the rule is wrong; the others come and go with the day and the bank entry. */
const REFUSED: Readonly<Record<string, DetailCode>> = {
  currency_mismatch: 'currency_mismatch',
  account_chart_missing: 'unknown_account',
  account_mapping_missing: 'unknown_account',
  account_unknown: 'unknown_account',
  account_inactive: 'account_unfit',
  control_account_without_item: 'control_account',
  open_item_missing: 'control_account',
  tax_code_unknown: 'tax_code_unfit',
  tax_rate_not_valid_on_date: 'tax_code_unfit',
  tax_amount_mismatch: 'tax_code_unfit',
  tax_code_not_registered: 'tax_code_unfit',
  vat_activity_missing: 'required',
}

/** What a voucher would be refused for, at the members of the rule that it comes from; each once. */
export function detailsOfBlockers(blockers: readonly Blocker[], places: LinesOfRule['places']): ErrorDetail[] {
  const details = blockers.flatMap(({ code, message, pointer }) => {
    const refused = REFUSED[code]
    return refused ? [{ pointer: pointerInRule(pointer, places), code: refused, message }] : []
  })
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()]
}

/** `no_open_payable` is no fault of a rule: one may come. */
export function detailsOfRefusal({ code, message, pointer }: RuleRefusal): ErrorDetail[] {
  const codes: Partial<Record<RuleRefusal['code'], DetailCode>> = {
    account_mapping_missing: 'unknown_account',
    currency_mismatch: 'currency_mismatch',
    parts_exceed_entry: 'out_of_range',
    tax_code_unknown: 'tax_code_unfit',
    tax_too_small: 'tax_code_unfit',
  }
  const refused = codes[code]
  return refused ? [{ pointer, code: refused, message }] : []
}

function pointerInRule(pointer: string, places: LinesOfRule['places']): string {
  const [, index, member = ''] = /^\/payload\/lines\/(\d+)(?:\/(\w+))?/.exec(pointer) ?? []
  if (index === undefined) return '/action/lines'
  const place = places[Number(index)]
  if (place === null || place === undefined) return '/conditions/bank_account'
  const known = ['tax_code', 'activity_id'].includes(member) ? member : 'account_code'
  return `/action/lines/${place}/${known}`
}
