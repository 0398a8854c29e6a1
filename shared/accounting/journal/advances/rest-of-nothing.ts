import type { AccountRole, Invoice } from '../../documents/accounting-document.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'

/** Where a difference of conversion goes that nobody owes; the account of the document where none is mapped. */
export function roundingRole({ keys }: AccountRole): AccountRole {
  return { keys: ['posting.rounding', ...keys], pointer: '/payload' }
}

/** The role that a document in a foreign currency may need of which nothing is left to pay. */
export function rolesOfRest({ gross }: Invoice, { base_currency }: PostingSettings, role: AccountRole): AccountRole[] {
  return gross?.amount_minor === 0n && gross.currency !== base_currency ? [roundingRole(role)] : []
}
