import { areSimilarNames, compact } from '../compare-texts.ts'
import type { RuledTransaction } from '../ruled-bank-entry.ts'

/** An open payable of a supplier. */
export type OfOneAmount = {
  /** Its id as clients see it. */
  readonly public_id: string
  readonly currency: string
  readonly open_amount_minor: bigint
  readonly partner_name: string
  /** The account of its document, without blanks. */
  readonly iban: string | null
}

type OwnPayable = Pick<OfOneAmount, 'currency' | 'open_amount_minor' | 'iban'>
/** Who gets a debit. */
export type OtherSide = Pick<RuledTransaction, 'counterparty_iban' | 'counterparty_names'>

/**
 * The open payable of another supplier, of just this amount, that a debit may pay as well: its account gets the money, or its name is like that of the other
 * side. A name says nothing against the account of the own document. Null where there is none.
 */
export function otherThatFits(
  told: readonly OtherSide[],
  { currency, open_amount_minor, iban: own }: OwnPayable,
  of_others: readonly OfOneAmount[],
): string | null {
  const accounts = new Set(
    told.flatMap(({ counterparty_iban }) => (counterparty_iban ? [compact(counterparty_iban)] : [])),
  )
  const names = own !== null && accounts.has(own) ? [] : told.flatMap(({ counterparty_names }) => counterparty_names)
  const other = of_others.find(
    (item) =>
      item.currency === currency &&
      item.open_amount_minor === open_amount_minor &&
      ((item.iban !== null && accounts.has(item.iban)) ||
        names.some((name) => areSimilarNames(name, item.partner_name))),
  )
  return other?.public_id ?? null
}
