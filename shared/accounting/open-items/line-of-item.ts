import type { Rates } from '../amounts/rate.ts'
import type { ItemPartner, ItemState, ItemStates } from '../documents/voucher-item.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import type { SettledTax } from '../vat/tax-of-item.ts'
import type { OpenedItem } from './new-item.ts'

/** What a line of a voucher does to an open item; amounts are signed like the item. */
export type LineOfItem = {
  /** Position of the line in the voucher. */
  readonly index: number
  readonly account_code: string
  readonly item: ItemState | null
  readonly opens: OpenedItem | null
  readonly currency: string
  readonly partner: ItemPartner | null
  readonly amount_minor: bigint
  /** Null where the rate of the day decides and is missing. */
  readonly base_minor: bigint | null
  readonly sign: 1n | -1n
  /** What it does to tax that is due with payments; null where the item has none. */
  readonly tax: SettledTax | null
}

/** Everything that lines of vouchers are decided by. */
export type ItemsContext = {
  readonly settings: PostingSettings
  readonly rates: Rates
  readonly open_items: ItemStates
}
