import type { Leg, LegAccount } from '../leg.ts'
import type { DocumentOfItem } from './taxed-document.ts'

/** Of a receivable it is a debit, of a payable a credit. It has no amount in a foreign currency: it is no money. */
export function legOfDeduction({ side }: DocumentOfItem, account: LegAccount, minor: bigint): Leg {
  return { account, amount_minor: 0n, base_minor: side === 'receivable' ? minor : -minor }
}
