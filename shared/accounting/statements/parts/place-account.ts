import type { LegalForm } from '../../../contract/setup/end-customers.ts'
import type { PlacedBy } from '../../../contract/statements/statements.ts'
import { isAllowance, isInTaxPosition, otherRowBySign, otherRowOfPartners, TAX_ROWS } from '../or-rows/other-side.ts'
import { type LedgerAccount, movementIn, type PartnerBalance, type PartnerSums, sumOver } from '../statement.ts'

/** A part of an account's balance, in minor units, debit positive, and the row that it stands on. */
export type AccountPart = {
  readonly row_key: string
  readonly balance: bigint
  readonly placed_by: PlacedBy | null
  readonly partners: readonly PartnerBalance[]
}

/** Towards the tax administration, in minor units. */
type TaxPosition = { readonly balance: bigint; readonly legal_form: LegalForm }

/**
 * The parts of an account's balance at the end of a bucket; they come to the balance. A control account is split by
 * partner, banks and the like stand where their sign says, and so does the tax position as a whole. Everything else
 * keeps its row: allowances, equity, accounts on which either side is normal, and those that a mapping has given a row,
 * because that is the word of the client.
 *
 * @param own_row the row of the account by its mapping or code
 * @param tax of the whole tax position, and the legal form that says which accounts it has
 * @source OR Art. 958c Abs. 1 Ziff. 7
 */
export function placeAccount(account: LedgerAccount, own_row: string, at: number, tax: TaxPosition): AccountPart[] {
  const balance = movementIn(account, 0, at)
  const own: AccountPart = { row_key: own_row, balance, placed_by: null, partners: [] }
  if (!mayMove(account)) return [own]
  const { account_code, account_type, control } = account
  if (control !== null) return placePartners(account, own, otherRowOfPartners(control, account_type, own_row), at)
  if (isInTaxPosition(account_code, account_type, tax.legal_form)) {
    const row_key = tax.balance > 0n ? TAX_ROWS.debit : TAX_ROWS.credit
    return [{ ...own, row_key, placed_by: row_key === own_row ? null : 'net_position' }]
  }
  const other_row = otherRowBySign(account_code, account_type)
  return other_row && isOnOtherSide(account, balance) ? [{ ...own, row_key: other_row, placed_by: 'sign' }] : [own]
}

/** The balance of all accounts towards the tax administration, which is shown on one side. */
export function taxPositionAt(accounts: readonly LedgerAccount[], at: number, legal_form: LegalForm): TaxPosition {
  const balance = accounts
    .filter((account) => mayMove(account) && account.control === null)
    .filter(({ account_code, account_type }) => isInTaxPosition(account_code, account_type, legal_form))
    .reduce((total, account) => total + movementIn(account, 0, at), 0n)
  return { balance, legal_form }
}

/** Balances of partners at the end of a bucket, the largest first. */
export function partnerBalancesAt(sums: readonly PartnerSums[], at: number): PartnerBalance[] {
  return sums
    .map(({ partner, amounts }) => ({ partner, amount_minor: sumOver(amounts, 0, at) }))
    .filter(({ amount_minor }) => amount_minor !== 0n)
    .sort((a, b) => compare(magnitude(b.amount_minor), magnitude(a.amount_minor)) || compareKeys(a, b))
}

function mayMove({ mapped_row, either_side_normal, account_type, account_code }: LedgerAccount): boolean {
  const isClaimOrDebt = account_type === 'asset' || account_type === 'liability'
  return isClaimOrDebt && mapped_row === null && !either_side_normal && !isAllowance(account_code)
}

/**
 * The partners on the other side stand on the other row. The rest is that of all other partners, and of lines from
 * before open items, of which nobody knows the partner: it moves as a whole where it comes out on the other side.
 */
function placePartners(account: LedgerAccount, own: AccountPart, other_row: string, at: number): AccountPart[] {
  const partners = partnerBalancesAt(account.other_side, at)
  const of_partners = partners.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const rest = own.balance - of_partners
  const moved = isOnOtherSide(account, rest) ? rest : 0n
  const placed_by = partners.length > 0 ? 'partner' : 'sign'
  return [
    { ...own, balance: rest - moved },
    { row_key: other_row, balance: of_partners + moved, placed_by, partners },
  ]
}

function isOnOtherSide({ account_type }: LedgerAccount, balance: bigint): boolean {
  return account_type === 'asset' ? balance < 0n : balance > 0n
}

function compareKeys(a: PartnerBalance, b: PartnerBalance): number {
  return compare(a.partner.partner_key, b.partner.partner_key)
}

function compare<Value extends bigint | string>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
