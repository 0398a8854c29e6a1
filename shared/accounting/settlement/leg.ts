import { bankAccountKeys } from '../bank/bank-lines.ts'
import type { TaxSnapshot } from '../documents/tax-record.ts'

/** A signed amount for an account; debit is positive. */
export type Leg = {
  readonly account: LegAccount
  readonly amount_minor: bigint
  readonly base_minor: bigint
  /** Of its amount, where that is not the currency of the entry. */
  readonly currency?: string
  readonly tax?: TaxSnapshot
  readonly tax_due?: readonly TaxSnapshot[]
  /** The open item that it moves: the place of the one that it closes among those of the request, or the one of the money. */
  readonly item?: number | 'money'
}

/** The account of an open item, one that is known by its code, or a role whose account the settings know. */
export type LegAccount = string | PlainAccount | MappedAccount | MoneyRole
type PlainAccount = { readonly code: string }
/** The account that is mapped to the first of some keys, or another one where none is. */
export type MappedAccount = { readonly keys: readonly string[]; readonly otherwise?: string }
export type MoneyRole = { readonly role: 'bank' | 'customer_credit' | 'supplier_advance' | 'fx_gain' | 'fx_loss' }

/** Receivables, payables, customer credit and advances are open items; money and exchange differences are not. */
export function isOfItem(account: LegAccount): boolean {
  return typeof account === 'string' || isRole(account, 'customer_credit') || isRole(account, 'supplier_advance')
}

export function isRole(account: LegAccount, role: MoneyRole['role']): boolean {
  return typeof account !== 'string' && 'role' in account && account.role === role
}

/** The keys under which the account of a role is mapped, the most specific first. */
export function keysOfRole({ role }: MoneyRole, bank_account: string | null): string[] {
  if (role === 'bank') return bankAccountKeys(bank_account)
  const isItem = role === 'customer_credit' || role === 'supplier_advance'
  return [`posting.${role}`, ...(isItem ? [] : ['posting.fx_difference'])]
}
