import type { AccountType } from '../../../contract/setup/accounts.ts'
import type { LegalForm } from '../../../contract/setup/end-customers.ts'

/**
 * Accounts of the Swiss SME chart that stand on another row while their balance is on the other side. A bank account
 * that is overdrawn is a debt, however its code begins.
 *
 * @source OR Art. 958c Abs. 1 Ziff. 7: assets and liabilities are not set off against each other
 */

type CodeRange = { readonly from: number; readonly to: number; readonly type: AccountType }
type SignRule = CodeRange & { readonly other_row: string }

const SHORT_TERM_CLAIMS = 'uebrige_kurzfristige_forderungen'
const SHORT_TERM_DEBTS = 'uebrige_kurzfristige_verbindlichkeiten'
const INTEREST_BEARING = 'kurzfristige_verzinsliche_verbindlichkeiten'

const SIGN_RULES: readonly SignRule[] = [
  // Banks. Cash in hand cannot be overdrawn, and 1030 clears the payments by card.
  { from: 1010, to: 1029, type: 'asset', other_row: INTEREST_BEARING },
  { from: 1031, to: 1059, type: 'asset', other_row: INTEREST_BEARING },
  { from: 2100, to: 2109, type: 'liability', other_row: 'fluessige_mittel' },
  // Current accounts of shareholders and of the group; 1159 and 1169 are allowances, 2261 is a dividend.
  { from: 1150, to: 1158, type: 'asset', other_row: SHORT_TERM_DEBTS },
  { from: 1160, to: 1168, type: 'asset', other_row: SHORT_TERM_DEBTS },
  { from: 2150, to: 2169, type: 'liability', other_row: SHORT_TERM_CLAIMS },
  { from: 2250, to: 2260, type: 'liability', other_row: SHORT_TERM_CLAIMS },
  { from: 2262, to: 2269, type: 'liability', other_row: SHORT_TERM_CLAIMS },
  // Social insurance; 1189 and 2279 are tax at source.
  { from: 1180, to: 1188, type: 'asset', other_row: SHORT_TERM_DEBTS },
  { from: 2270, to: 2278, type: 'liability', other_row: SHORT_TERM_CLAIMS },
  // Direct taxes
  { from: 2208, to: 2208, type: 'liability', other_row: SHORT_TERM_CLAIMS },
]

/**
 * One position towards the Federal Tax Administration (ESTV): value added tax and withholding tax, in both directions.
 * 1177 is owed by another office (BAZG), 1179 is an allowance, and 2208 has a rule of its own.
 *
 * @source VStG Art. 30 Abs. 1 and 2: the canton refunds the withholding tax of natural persons, so 1176 of a sole proprietor is no
 * claim on the ESTV. Partnerships claim theirs from the ESTV themselves, like legal persons
 */
const TAX_POSITION: readonly CodeRange[] = [
  { from: 1170, to: 1176, type: 'asset' },
  { from: 1178, to: 1178, type: 'asset' },
  { from: 2200, to: 2207, type: 'liability' },
  { from: 2209, to: 2209, type: 'liability' },
]
const WITHHELD: CodeRange = { from: 1176, to: 1176, type: 'asset' }
export const TAX_ROWS = { debit: SHORT_TERM_CLAIMS, credit: SHORT_TERM_DEBTS } as const

/** The row of an account while its balance is on the other side; undefined for one that keeps its row. */
export function otherRowBySign(account_code: string, account_type: AccountType): string | undefined {
  return SIGN_RULES.find((rule) => isIn(rule, account_code, account_type))?.other_row
}

export function isTaxAccount(account_code: string, account_type: AccountType): boolean {
  return TAX_POSITION.some((range) => isIn(range, account_code, account_type))
}

export function isInTaxPosition(account_code: string, account_type: AccountType, legal_form: LegalForm): boolean {
  if (legal_form === 'sole_proprietor' && isIn(WITHHELD, account_code, account_type)) return false
  return isTaxAccount(account_code, account_type)
}

/** Allowances and accumulated depreciation reduce the assets that they belong to, whatever their sign (OR Art. 960a). */
export function isAllowance(account_code: string): boolean {
  return /^(?!1189)1(06|07|[1-7]\d)9/.test(account_code)
}

const LONG_TERM_DEBTS = ['langfristige_verzinsliche_verbindlichkeiten', 'uebrige_langfristige_verbindlichkeiten']

/**
 * The row of a partner's balance that is on the other side than the control account: a customer with a credit balance
 * is a creditor, a supplier with a debit balance a debtor. Items on an account of long-term debts or financial assets
 * stay long-term.
 *
 * @param own_row row of the account itself
 */
export function otherRowOfPartners(control: string, account_type: AccountType, own_row: string): string {
  if (own_row === 'finanzanlagen') return 'uebrige_langfristige_verbindlichkeiten'
  if (LONG_TERM_DEBTS.includes(own_row)) return 'finanzanlagen'
  if (account_type === 'asset') return 'verbindlichkeiten_ll'
  return control === 'customer_credit' ? 'forderungen_ll' : SHORT_TERM_CLAIMS
}

function isIn({ from, to, type }: CodeRange, account_code: string, account_type: AccountType): boolean {
  if (type !== account_type || !/^\d{4,}$/.test(account_code)) return false
  const code = Number(account_code.slice(0, 4))
  return from <= code && code <= to
}
