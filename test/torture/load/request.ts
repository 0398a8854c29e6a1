import type { Random } from '../../../shared/cli/demo/company/random.ts'
import type { ItemAt, Reply } from '../../support/reply.ts'
import { pick, postingDate } from './bodies.ts'

/** A request of a client. The body is JSON, or the text of a bank statement. */
export type Request = { readonly method: 'POST' | 'PUT'; readonly path: string; readonly body: object | string }

export type Page<Path extends string> = { readonly data: ItemAt<Path>[]; readonly has_more: boolean }

export type ScannedBill = Reply<'POST', '/v1/qr-bills/read'>

/** The reads of a client before it decides. */
export type Reads = {
  /** The first rows of a list of the end customer, none where it could not be read. */
  list<const Path extends string>(path: Path, query?: string): Promise<ItemAt<Path>[]>
  /** A page of a list, or null where it could not be read. */
  page<const Path extends string>(path: Path, query: string): Promise<Page<Path> | null>
  one<const Path extends string>(path: Path): Promise<Reply<'GET', Path> | null>
  /** A picture or a page, as it is sent. */
  drawn(path: string): Promise<string | null>
  /** What the text of a QR code says, or null where it cannot be read. Nothing of it is stored. */
  scan(text: string): Promise<ScannedBill | null>
}
export type Asking = { readonly name: string; readonly customer: string; readonly customers: readonly string[] } & Reads
export type Operation = {
  readonly weight: number
  /** @returns null where there is nothing yet that it could be done to */
  readonly ask: (random: Random, asking: Asking) => Promise<Request | null>
}

export function post(path: string, body: object): Request {
  return { method: 'POST', path, body }
}

export function put(path: string, body: object): Request {
  return { method: 'PUT', path, body }
}

export function reversal(
  random: Random,
  { name, customer }: Pick<Asking, 'name' | 'customer'>,
  subject: string,
): Request {
  const posting_date = random.isOneIn(8) ? { posting_date: postingDate(random) } : {}
  const cause = random.isOneIn(2) ? { cause: pick(random, ['consideration_changed', 'error']) } : {}
  return post(`${subject}/reverse`, { end_customer_id: customer, reason: name, ...posting_date, ...cause })
}

export function any<Item>(random: Random, items: readonly Item[]): Item | null {
  return items.length === 0 ? null : pick(random, items)
}
