import { type Arithmetic, differenceInWords } from './arithmetic.ts'
import type { BankBalance, BankStatementHeader } from './bank-statement.ts'

type Signed = Pick<BankBalance, 'currency'> & { readonly signed_minor: bigint | string }
export type BookedSum = {
  readonly currency: string
  readonly booked_credits_minor: bigint | string
  readonly booked_debits_minor: bigint | string
}
type PageFigures = Pick<
  BankStatementHeader,
  'account_iban' | 'account_other_id' | 'statement_id' | 'electronic_seq' | 'from' | 'to' | 'page'
> & {
  readonly opening: Signed | null
  readonly closing: Signed | null
  readonly sums: readonly BookedSum[]
  readonly holds: Arithmetic['holds']
  readonly difference_minor: bigint | string | null
  readonly reason: string | null
}

/**
 * Adds up the pages of a bank statement where each of them repeats the balances of the whole. Pages that are not in the
 * message are waited for: until then nobody can say whether the whole adds up.
 */
export function addUpPages<P extends PageFigures>(pages: readonly P[]): (P & { readonly awaits_pages?: true })[] {
  const results = new Map<P, P & { readonly awaits_pages?: true }>()
  for (const group of Map.groupBy(pages, keyOf).values()) {
    const [first] = group as [P]
    if (!group.some(isPart) || group.every(({ holds }) => holds !== false)) continue
    if (!isComplete(group)) for (const page of group) results.set(page, awaiting(page))
    else if (haveSameBalances(group)) for (const page of group) results.set(page, { ...page, ...totalOf(group, first) })
  }
  return pages.map((page) => results.get(page) ?? page)
}

function keyOf(figures: PageFigures): string {
  const { account_iban, account_other_id, statement_id, electronic_seq, from, to, page } = figures
  return JSON.stringify([account_iban, account_other_id, statement_id, electronic_seq, from, to, page !== null])
}

/** A single page is the whole. */
function isPart({ page, statement_id }: PageFigures): boolean {
  if (statement_id === null || page === null) return false
  return page.last === false || (page.page !== null && page.page !== '1')
}

/** Every page up to the last one, each once. */
export function isComplete(pages: readonly Pick<PageFigures, 'page'>[]): boolean {
  const numbers = new Set(pages.map(({ page }) => Number(page?.page)))
  const last = pages.find(({ page }) => page?.last === true)?.page?.page
  return last !== undefined && numbers.size === Number(last) && [...numbers].every((number) => number <= Number(last))
}

function awaiting<P extends PageFigures>(page: P): P & { readonly awaits_pages?: true } {
  if (page.holds !== false) return page
  const reason = 'The balances are those of all pages, which are added up when all of them are there.'
  return { ...page, holds: null, difference_minor: null, reason, awaits_pages: true }
}

function haveSameBalances(pages: readonly PageFigures[]): boolean {
  const textOf = (balance: Signed | null) => `${balance?.currency} ${balance?.signed_minor}`
  return new Set(pages.map(({ opening, closing }) => `${textOf(opening)} ${textOf(closing)}`)).size === 1
}

/** A page that came twice counts once. */
function totalOf(pages: readonly PageFigures[], { opening, closing }: PageFigures): Partial<PageFigures> {
  if (!opening || !closing) return {}
  const once = new Map(pages.map((page) => [Number(page.page?.page), page]))
  const sums = [...once.values()].flatMap((page) => page.sums.filter(({ currency }) => currency === opening.currency))
  const credits = sums.reduce((total, sum) => total + BigInt(sum.booked_credits_minor), 0n)
  const debits = sums.reduce((total, sum) => total + BigInt(sum.booked_debits_minor), 0n)
  const [from, to] = [BigInt(opening.signed_minor), BigInt(closing.signed_minor)]
  const difference = from + credits - debits - to
  const { currency } = opening
  const words = differenceInWords({ signed_minor: from, currency }, credits, debits, { signed_minor: to })
  const holds = difference === 0n
  return { holds, difference_minor: String(difference), reason: holds ? null : words }
}
