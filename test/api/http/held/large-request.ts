import { newEndCustomer } from '../../../support/requests/examples.ts'
import { validBatch } from '../../../support/requests/hostile-bodies.ts'
import { LARGEST_REQUESTS } from '../../../support/requests/largest-requests.ts'
import type { LargeBooks } from './large-books.ts'

export type LargeRequest = {
  readonly path: string
  readonly method?: string
  readonly body?: string
  readonly accept?: string
  /** Sent with it, so that the second and later ones are replays. */
  readonly idempotency_key?: string
  readonly content_type?: string
  /** Sums and heads, however much is behind them. */
  readonly is_short?: true
  readonly key?: string
  /** Seconds that it waits for its result. */
  readonly wait?: number
}

/** Made anew for each time that it is sent. */
export type Large = (books: LargeBooks) => LargeRequest | Promise<LargeRequest>
/** The largest requests of an operation, or why none of them is large. */
export type Cases = readonly Large[] | string

const IN_ALL = ['application/json', 'text/csv', 'text/html']
type Name = Exclude<keyof LargeBooks, 'replayed'>

/** A page of a list of an end customer, as long as it may be. */
export const page = (name: string, of: Name = 'many', more = ''): readonly Large[] => [
  (books) => ({ path: `/v1/${name}?end_customer_id=${books[of].end_customer_id}&limit=500${more}` }),
]
export const inAll = (path: (books: LargeBooks) => string, formats: readonly string[] = IN_ALL): readonly Large[] =>
  formats.map((accept) => (books) => ({ path: path(books), accept }))
/** Beside its year before and by months. A page of the statements of the law has their rows only. */
export const statement = (name: string): readonly Large[] =>
  IN_ALL.map((accept) => ({ wide }) => ({
    path: `/v1/statements/${name}?end_customer_id=${wide.end_customer_id}&fiscal_year_id=FY2026&comparison=prior_fiscal_year&granularity=month`,
    accept,
    ...(accept === 'text/html' && { is_short: true as const }),
  }))
/** Sums of whatever there is. */
export const sums = (path: (books: LargeBooks) => string, formats = IN_ALL): readonly Large[] =>
  formats.map((accept) => (books) => ({ path: path(books), accept, is_short: true }))
export const one = (path: (books: LargeBooks) => string): readonly Large[] => [(books) => ({ path: path(books) })]
export const largest = (name: string): Large => {
  return async () => {
    const { text, ...request } = there(LARGEST_REQUESTS[name])(await newEndCustomer())
    return { ...request, body: text }
  }
}

export function batch(end_customer_id: string, key?: string): LargeRequest {
  const { path, text } = validBatch(400_000, end_customer_id)
  let count = 0
  const body = key ? text.replace(/(?<="idempotency_key":")[^"]+/g, () => `${key}-${count++}`) : text
  return { path, method: 'POST', body }
}

export function ledger(customer: string, account: string, more = ''): string {
  return `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY2026&account_code=${account}${more}`
}

export function openItems(more: string, formats: readonly string[]): readonly Large[] {
  return ['receivables', 'payables'].flatMap((side) =>
    inAll(
      ({ taxed }) =>
        `/v1/statements/open-items?end_customer_id=${taxed.end_customer_id}&side=${side}&date=2026-06-30${more}`,
      formats,
    ),
  )
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('there is no such request')
  return value
}
