import { addDays, isDate } from '../amounts/dates.ts'

/** What the sender of a bill says for the accounts of its receiver. Rates are in basis points, amounts in minor units. */
export type BillingInformation = {
  readonly document_number: string | null
  readonly document_date: string | null
  /** Nine digits. */
  readonly uid: string | null
  /** First and last day of supply, which may be one. */
  readonly supply: { readonly from: string; readonly to: string } | null
  /** With the net amount of each rate; null for the only rate, of the whole amount. */
  readonly rates: readonly { readonly rate_bp: bigint; readonly net_minor: bigint | null }[]
  /** Tax that was paid at import, by rate: the amounts are the tax itself. */
  readonly import_taxes: readonly { readonly rate_bp: bigint; readonly tax_minor: bigint }[]
  /** Within so many days, this is taken off; zero for the time of payment. */
  readonly terms: readonly { readonly days: number; readonly discount_bp: bigint }[]
}

const NOTHING: BillingInformation = {
  document_number: null,
  document_date: null,
  uid: null,
  supply: null,
  rates: [],
  import_taxes: [],
  terms: [],
}

type Reader = (value: string) => Partial<BillingInformation> | null

/**
 * The tags of Swico S1. The customer reference (20) is not asked for here.
 *
 * @source Swico, Syntaxdefinition der Rechnungsinformationen (S1) bei der QR-Rechnung, version 1.2
 */
const TAGS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['10', (document_number) => ({ document_number })],
  ['11', (value) => ifFound(dateOf(value), (document_date) => ({ document_date }))],
  ['20', () => ({})],
  ['30', (uid) => (/^\d{9}$/.test(uid) ? { uid } : null)],
  ['31', (value) => ifFound(daysOf(value), (supply) => ({ supply }))],
  ['32', (value) => ifFound(ratesOf(value), (rates) => ({ rates }))],
  ['33', (value) => ifFound(importTaxesOf(value), (import_taxes) => ({ import_taxes }))],
  ['40', (value) => ifFound(termsOf(value), (terms) => ({ terms }))],
])

/**
 * Reads Swico S1: `//S1/10/10201409/11/190512/…`.
 *
 * @returns what it says, and the tags that cannot be read; null for another standard than S1
 */
export function readBillingInformation(
  text: string,
): (BillingInformation & { readonly unread: readonly string[] }) | null {
  if (!text.startsWith('//S1/')) return null
  const parts = unescapedParts(text.slice('//S1/'.length))
  const unread: string[] = []
  let found = NOTHING
  for (let index = 0; index < parts.length; index += 2) {
    const [tag = '', value = ''] = parts.slice(index, index + 2)
    const read = value === '' ? {} : (TAGS.get(tag)?.(value) ?? null)
    if (read === null) unread.push(tag)
    else found = { ...found, ...read }
  }
  return { ...found, unread }
}

/** The day until which the whole amount is due without a discount: the latest of the terms without one. */
export function dueDateOf({ document_date, terms }: BillingInformation): string | null {
  const days = terms.filter(({ discount_bp }) => discount_bp === 0n).map((term) => term.days)
  return document_date === null || days.length === 0 ? null : addDays(document_date, Math.max(...days))
}

/** A slash within a value is written as `\/`, and a backslash as two. */
function unescapedParts(text: string): string[] {
  return [...text.matchAll(/((?:\\[\s\S]|[^/\\])*)(?:\/|$)/g)]
    .map(([, part = '']) => part.replace(/\\([\s\S])/g, '$1'))
    .slice(0, -1)
}

/** YYMMDD of this century. */
function dateOf(text: string): string | null {
  const date = text.replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3')
  return isDate(date) ? date : null
}

function daysOf(text: string): BillingInformation['supply'] {
  const from = dateOf(text.slice(0, 6))
  const to = text.length > 6 ? dateOf(text.slice(6)) : from
  return from === null || to === null || to < from ? null : { from, to }
}

function ratesOf(text: string): BillingInformation['rates'] | null {
  const parts = text.split(';')
  const rates = parts.map((part) => {
    const [rate = '', net] = part.split(':')
    const rate_bp = hundredthsOf(rate)
    const net_minor = net === undefined ? null : hundredthsOf(net)
    return rate_bp === null || (net === undefined ? parts.length > 1 : net_minor === null)
      ? null
      : { rate_bp, net_minor }
  })
  return rates.every((rate) => rate !== null) ? rates : null
}

/** Each rate with its tax. */
function importTaxesOf(text: string): BillingInformation['import_taxes'] | null {
  const taxes = (ratesOf(text) ?? []).map(({ rate_bp, net_minor }) =>
    net_minor === null ? null : { rate_bp, tax_minor: net_minor },
  )
  return taxes.length > 0 && taxes.every((tax) => tax !== null) ? taxes : null
}

function termsOf(text: string): BillingInformation['terms'] | null {
  const terms = text.split(';').map((part) => {
    const [discount = '', days = ''] = part.split(':')
    const discount_bp = hundredthsOf(discount)
    return discount_bp === null || discount_bp > 10_000n || !/^\d{1,3}$/.test(days)
      ? null
      : { days: Number(days), discount_bp }
  })
  return terms.every((term) => term !== null) ? terms : null
}

/** A per cent in basis points, or an amount in Rappen: both have two decimals at most. */
function hundredthsOf(text: string): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

function ifFound<Found, Result>(found: Found | null, then: (found: Found) => Result): Result | null {
  return found === null ? null : then(found)
}
