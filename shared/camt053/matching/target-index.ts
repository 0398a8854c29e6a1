import { bare, compact } from './compare-texts.ts'
import { indexNames, type NameIndex } from './name-index.ts'
import type { TextOfMonths } from './named/months-of-bills.ts'
import type { SaidNumbers } from './named/other-number.ts'
import type { OpenTarget } from './open-target.ts'

type Targets = readonly OpenTarget[]
/** Finds the open targets that have something in common with a payment, without a look at all of them. */
export type TargetIndex = {
  readonly [Key in 'references' | 'numbers' | 'amounts' | 'partnerReferences']: ReadonlyMap<string, Targets>
} & {
  /** Of targets with one amount: by the names of their partners, once a payment has asked for them. */
  readonly partners: WeakMap<Targets, ReadonlyMap<string, Targets>>
  readonly names: NameIndex
  readonly ofPartner: ReadonlyMap<string, Targets>
  /** By name, once a payment has asked for them. */
  readonly partnersOfName: Map<string, readonly KnownPartner[]>
  /** By currency and partner, once a payment has asked for them. */
  readonly owed: Map<string, OwedByPartner>
}

/** Open targets of one partner, the oldest first. */
export type OwedByPartner = {
  readonly oldest: Targets
  readonly newest: Targets
  /** Whether each of them has all. */
  readonly is_all: boolean
}

/** A partner as the documents that were paid from or to an account at a bank have it. */
export type KnownPartner = { readonly name: string; readonly reference: string | null }

/** What a payment says, read once. */
export type Clues = {
  readonly currency: string
  readonly amount_minor: bigint
  /** Without blanks. */
  readonly references: ReadonlySet<string>
  /** What in its text may be a document number. */
  readonly numbers: ReadonlySet<string>
  readonly said: SaidNumbers
  readonly months: () => TextOfMonths
  /** Of the name; null without one. */
  readonly words: ReadonlySet<string> | null
  /** Whose documents the account of the other side has paid the last time. */
  readonly known: readonly KnownPartner[]
  /** Those, and the partners with similar names, the closest first. */
  readonly payers: () => readonly string[]
  /** Where nobody is named in a place of its own: the partners whose names stand in the text, with all of their words. */
  readonly inText: () => ReadonlySet<string>
}

/** Items with one reference are rivals for it; those without any stand for themselves. */
export function ownReferenceOf({ payment_reference }: OpenTarget): string | null {
  return payment_reference && compact(payment_reference)
}

export function ownNumberOf({ document_number }: OpenTarget): string | null {
  return document_number && bare(document_number)
}

export function isKnown({ known }: Pick<Clues, 'known'>, target: OpenTarget): boolean {
  return known.some((partner) => isOf(partner, target))
}

/** By the reference, or by the name where one of them has none. */
export function isSamePartner(a: KnownPartner, b: KnownPartner): boolean {
  return a.reference && b.reference ? a.reference === b.reference : a.name === b.name
}

export function isOf(partner: KnownPartner, target: OpenTarget): boolean {
  return isSamePartner(partner, partnerOf(target))
}

export function partnerOf({ partner_name, partner_reference }: OpenTarget): KnownPartner {
  return { name: partner_name, reference: partner_reference || null }
}

/** A partner that is known twice would be its own rival. */
export function eachPartnerOnce(partners: readonly KnownPartner[]): KnownPartner[] {
  return [...new Map(partners.map((partner) => [JSON.stringify([partner.name, partner.reference]), partner])).values()]
}

/** The names under which known partners have open targets. */
export function namesOfKnown(known: readonly KnownPartner[], index: TargetIndex): string[] {
  const names = known.flatMap(({ name, reference }) => [
    ...(index.ofPartner.has(name) ? [name] : []),
    ...(index.partnerReferences.get(reference ?? '') ?? [])
      .slice(0, MOST_PARTNERS)
      .map((target) => target.partner_name),
  ])
  return [...new Set(names)].slice(0, MOST_PARTNERS)
}

export function indexTargets(targets: Targets): TargetIndex {
  const by = (keyOf: (target: OpenTarget) => string | null) => {
    const groups = Map.groupBy(targets, keyOf) as Map<string | null, OpenTarget[]>
    groups.delete(null)
    return groups as Map<string, OpenTarget[]>
  }
  return {
    references: by(ownReferenceOf),
    numbers: by(ownNumberOf),
    amounts: by(({ currency, open_amount_minor }) => `${currency} ${open_amount_minor}`),
    partnerReferences: by(({ partner_reference }) => partner_reference || null),
    partners: new WeakMap(),
    names: indexNames(targets.map(({ partner_name }) => partner_name)),
    ofPartner: by(({ partner_name }) => partner_name),
    partnersOfName: new Map(),
    owed: new Map(),
  }
}

/** How many targets a payment has that share its amount and are of partners with similar names; the most similar ones. */
const MOST_BY_NAME = 50
/** Whose documents are looked at for sums and discounts. */
export const MOST_PARTNERS = 3

/** Targets that share a reference, a number, or the amount and a similar name with the payment. */
export function targetsNear(clues: Clues, index: TargetIndex): OpenTarget[] {
  const { currency, amount_minor } = clues
  const sameAmount = index.amounts.get(`${currency} ${amount_minor}`) ?? []
  return payable([...targetsNamed(clues, index), ...ofPayers(clues, sameAmount, index)], clues)
}

/** A number that thousands of documents have tells little; each payment that names it would be held against all of them. */
const MOST_NAMED = 500

/** Targets whose reference or number the payment names; of very many, those with its amount before others. */
export function targetsNamed(clues: Clues, index: TargetIndex): OpenTarget[] {
  const { references, numbers, amount_minor } = clues
  const found = [
    ...[...references].flatMap((reference) => index.references.get(reference) ?? []),
    ...[...numbers].flatMap((number) => index.numbers.get(number) ?? []),
  ]
  const named = payable(found, clues)
  if (named.length <= MOST_NAMED) return named
  const [same = [], others = []] = [true, false].map((is) =>
    named.filter(({ open_amount_minor }) => (open_amount_minor === amount_minor) === is),
  )
  return [...same, ...others].slice(0, MOST_NAMED)
}

export function compareAges(a: OpenTarget, b: OpenTarget): number {
  if (a.document_date !== b.document_date) return a.document_date < b.document_date ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** Each once. */
export function payable(targets: Targets, { currency }: Pick<Clues, 'currency'>): OpenTarget[] {
  return [...new Set(targets)].filter((target) => target.currency === currency && target.open_amount_minor > 0n)
}

/** An amount alone proposes nothing; so a usual price costs no look at all who owe it. */
function ofPayers({ payers, inText }: Clues, targets: Targets, { partners }: TargetIndex): OpenTarget[] {
  if (targets.length === 0) return []
  const byName = partners.get(targets) ?? Map.groupBy(targets, ({ partner_name }) => partner_name)
  partners.set(targets, byName)
  const found: OpenTarget[] = []
  for (const name of new Set([...payers(), ...inText()])) {
    found.push(...(byName.get(name) ?? []).slice(0, MOST_BY_NAME))
    if (found.length >= MOST_BY_NAME) break
  }
  return found
}
