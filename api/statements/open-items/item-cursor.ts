import { createHash } from 'node:crypto'
import type { OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import type { SeenItem } from '../../../shared/store/statements/open-items-of-a-day.ts'

type List = Pick<OpenItemsOfDayQuery, 'end_customer_id' | 'side' | 'date'>

const PREFIX = 'behind_'
const UUID_BYTES = 16
const PLACE_BYTES = 2 * UUID_BYTES + 8
const DIGEST_BYTES = 8

/**
 * A place in the list of a day as clients carry it from page to page. It has ids alone, as names and amounts have no place in
 * a path, and a digest of the list, so that it is not taken for one of another end customer, side or date. The digest is no
 * secret: whoever makes one reads nothing but their own list from another place on.
 */
export function writeCursor(list: List, { open_item_id, known_by, seen_through }: SeenItem): string {
  const place = Buffer.alloc(PLACE_BYTES)
  place.write(hexOf(open_item_id), 0, 'hex')
  place.write(hexOf(known_by), UUID_BYTES, 'hex')
  place.writeBigInt64BE(seen_through, 2 * UUID_BYTES)
  return PREFIX + Buffer.concat([place, digestOf(list, place)]).toString('base64url')
}

/** Null for what is no cursor of this list. Its ids are without hyphens, which PostgreSQL takes. */
export function readCursor(list: List, text: string): SeenItem | null {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
  const place = bytes.subarray(0, PLACE_BYTES)
  const isWhole = bytes.length === PLACE_BYTES + DIGEST_BYTES && text === PREFIX + bytes.toString('base64url')
  if (!isWhole || !bytes.subarray(PLACE_BYTES).equals(digestOf(list, place))) return null
  return {
    open_item_id: place.toString('hex', 0, UUID_BYTES),
    known_by: place.toString('hex', UUID_BYTES, 2 * UUID_BYTES),
    seen_through: place.readBigInt64BE(2 * UUID_BYTES),
  }
}

function digestOf({ end_customer_id, side, date }: List, place: Buffer): Buffer {
  const name = `open items ${end_customer_id.toLowerCase()} ${side} ${date} `
  return createHash('sha256').update(name).update(place).digest().subarray(0, DIGEST_BYTES)
}

function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '')
}
