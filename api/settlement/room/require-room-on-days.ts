import { laterDayWithRoom } from '../../../shared/accounting/amounts/day-with-room.ts'
import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import { type Kind, publicId } from '../../../shared/process/ids.ts'
import { findRoomOfBankEntry } from '../../../shared/store/bank/uses/room-of-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findRoomOfItems } from '../../../shared/store/open-items/named/room-of-items.ts'

/** What is taken on a day, and where a request says that day. */
type Taking = {
  readonly day: string
  readonly pointer: '/settlement_date' | '/posting_date'
  /** With the signs of the items; the credit of a payment is named by the payment. */
  readonly items: readonly {
    readonly open_item_id: string
    readonly name: readonly [Kind, string]
    readonly currency: string
    readonly taken_minor: bigint
  }[]
  readonly uses: readonly BankUse[]
}
export type BankUse = {
  readonly entry_id: string
  /** Null for the bank entry as a whole. */
  readonly payment_id: string | null
  readonly currency: string
  readonly amount_minor: bigint
  readonly used_minor: bigint
}

/**
 * What a reversal has given back on a later day was used until then: taken before that day, money and its tax would stand in the
 * books twice for some days. What is left in the end is checked before.
 *
 * @throws ApiError validation_failed with the day from which it fits
 */
export async function requireRoomOnDays(tx: Tx, end_customer_id: string, taking: Taking): Promise<void> {
  const { day, pointer } = taking
  const short = [...(await shortItems(tx, end_customer_id, taking)), ...(await shortUses(tx, end_customer_id, taking))]
  const [first] = short.toSorted((one, other) => (one.from < other.from ? 1 : -1))
  if (!first) return
  const field = pointer.slice(1)
  const message = `On ${day} less than ${first.amount} of ${first.name} was free: what had taken it gave it back on ${first.from} only. Send ${first.from} or a later day as ${field}.`
  throw validationFailed([{ pointer, code: 'posting_date_too_early', message }])
}

type Short = { readonly from: string; readonly name: string; readonly amount: string }

async function shortItems(tx: Tx, end_customer_id: string, { day, items }: Taking): Promise<Short[]> {
  const ids = items.map(({ open_item_id }) => open_item_id)
  const rooms = ids.length === 0 ? [] : await findRoomOfItems(tx, end_customer_id, ids, day)
  return rooms.flatMap(({ open_item_id, whole_minor, changes }) => {
    const item = items.find((one) => one.open_item_id === open_item_id)
    if (!item) return []
    const sign = whole_minor < 0n ? -1n : 1n
    const signed = changes.map(({ date, amount_minor }) => ({ date, amount_minor: sign * amount_minor }))
    const from = laterDayWithRoom(sign * whole_minor, signed, sign * item.taken_minor, day)
    const amount = amountInWords(sign * item.taken_minor, item.currency)
    return from === null ? [] : [{ from, name: publicId(...item.name), amount }]
  })
}

async function shortUses(tx: Tx, end_customer_id: string, { day, uses }: Taking): Promise<Short[]> {
  const short: Short[] = []
  for (const use of uses) {
    const changes = await findRoomOfBankEntry(tx, end_customer_id, use, day)
    const from = laterDayWithRoom(use.amount_minor, changes, use.used_minor, day)
    const name = use.payment_id === null ? publicId('camt053_entry', use.entry_id) : publicId('payment', use.payment_id)
    if (from !== null) short.push({ from, name, amount: amountInWords(use.used_minor, use.currency) })
  }
  return short
}
