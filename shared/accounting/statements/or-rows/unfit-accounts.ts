import type { AccountType } from '../../../contract/setup/accounts.ts'
import { BALANCE_SHEET_LAYOUT } from './layout.ts'
import { isTaxAccount } from './other-side.ts'

type AccountOnRow = { readonly account_code: string; readonly account_type: AccountType }

const RESULT = /^posting\.result(\.|$)/
const OPENING = /^posting\.opening_balance(\.|$)/
/** Types of the accounts that can play a role. Any other role may be that of every account but those of class 9. */
const TYPES_OF_ROLES: readonly (readonly [role: RegExp, types: readonly AccountType[]])[] = [
  [OPENING, ['closing', 'equity']],
  // Charts without the type equity list the account of the result among the liabilities.
  [RESULT, ['equity', 'liability']],
  [/^posting\.bank(\.|$)/, ['asset', 'liability']],
  [/^posting\.(input_tax|output_tax|acquisition_tax|tax_owed|vat_settlement)(\.|$)/, ['asset', 'liability']],
  [/^posting\.(fx_gain|fx_loss|fx_difference|rounding|bank_charges|net_tax_rate)(\.|$)/, ['revenue', 'expense']],
  [/^posting\.bad_debt(\.|$)/, ['revenue', 'expense', 'asset']],
  [/^posting\.(revenue|expense)\./, ['asset', 'liability', 'equity', 'revenue', 'expense']],
]

const PARENTS = new Map(BALANCE_SHEET_LAYOUT.map(({ row_key, parent_key }) => [row_key, parent_key]))
/** Rows of equity that reduce it: own shares, and what owners have drawn. Charts list their accounts as assets, too. */
const DRAWN = ['eigene_kapitalanteile', 'einlagen_rueckzuege', 'privat']
const UNPAID_CAPITAL = 'nicht_einbezahltes_kapital'

/** The opening and closing of the books belongs to no statement: such an account comes to zero. */
function isAuxiliary({ account_code, account_type }: AccountOnRow): boolean {
  const ofResult = account_type === 'revenue' || account_type === 'expense'
  return account_type === 'closing' || (!ofResult && isClass9(account_code))
}

/** By the numbers of the Swiss SME chart, which have four digits: 90001 of another chart may be any account. */
export function isClass9(account_code: string): boolean {
  return /^9\d{3}$/.test(account_code)
}

/** Why an account cannot play a role or stand on a row; null where it can. */
export function whyUnfit(mapping_key: string, account: AccountOnRow): string | null {
  const { account_code, account_type } = account
  if (!mapping_key.startsWith('or.')) {
    if (RESULT.test(mapping_key) && isTaxAccount(account_code, account_type))
      return `Account ${account_code} is an account of taxes, and ${mapping_key} needs one of the equity.`
    const types = TYPES_OF_ROLES.find(([role]) => role.test(mapping_key))?.[1]
    if (!types || types.includes(account_type)) return null
    if (OPENING.test(mapping_key) && isAuxiliary(account)) return null
    return `Account ${account_code} is of type ${account_type}, and ${mapping_key} needs one of type ${types.join(' or ')}.`
  }
  if (isAuxiliary(account))
    return `Account ${account_code} opens or closes the books and stands in no statement: it comes to zero. Book what is missing of the opening or the closing.`
  return isOnItsSide(mapping_key.slice('or.'.length), account_type)
    ? null
    : `Account ${account_code} is of type ${account_type}, and ${mapping_key} is no row of such accounts.`
}

/** Claims and debts stand on either side of the balance sheet; claims are no equity, and equity is no asset. */
function isOnItsSide(row_key: string, type: AccountType): boolean {
  if (type === 'asset') return PARENTS.get(row_key) !== 'eigenkapital' || DRAWN.includes(row_key)
  const isAsset = ['umlaufvermoegen', 'anlagevermoegen'].includes(PARENTS.get(row_key) ?? '')
  return type !== 'equity' || !isAsset || row_key === UNPAID_CAPITAL
}
