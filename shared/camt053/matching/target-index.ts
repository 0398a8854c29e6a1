import { bare, compact } from './compare-texts.ts'
import { indexNames, type NameIndex } from './name-index.ts'
import type { OpenTarget } from './open-target.ts'

type Targets = readonly OpenTarget[]
/** Finds the open targets that have something in common with a payment, without a look at all of them. */
export type TargetIndex = {
  readonly [Key in 'references' | 'numbers' | 'amounts']: ReadonlyMap<string, Targets>
} & {
  /** Of targets with one amount: by the names of their partners, once a payment has asked for them. */
  readonly partners: WeakMap<Targets, ReadonlyMap<string, Targets>>
  readonly names: NameIndex
}

/** What a payment says, read once. */
export type Clues = {
  readonly currency: string
  readonly amount_minor: bigint
  /** Without blanks. */
  readonly references: ReadonlySet<string>
  /** What in its text may be a document number. */
  readonly numbers: ReadonlySet<string>
  /** Of the name; null without one. */
  readonly words: ReadonlySet<string> | null
}

/** Items with one reference are rivals for it; those without any stand for themselves. */
export function ownReferenceOf({ payment_reference }: OpenTarget): string | null {
  return payment_reference && compact(payment_reference)
}

export function ownNumberOf({ document_number }: OpenTarget): string | null {
  return document_number && bare(document_number)
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
    partners: new WeakMap(),
    names: indexNames(targets.map(({ partner_name }) => partner_name)),
  }
}

/** How many targets a payment has that share its amount and are of partners with similar names; the most similar ones. */
const MOST_BY_NAME = 50

/** Targets that share a reference, a number, or the amount and a similar name with the payment: each once. */
export function targetsNear({ references, numbers, words, currency, amount_minor }: Clues, index: TargetIndex) {
  const found = [
    ...[...references].flatMap((reference) => index.references.get(reference) ?? []),
    ...[...numbers].flatMap((number) => index.numbers.get(number) ?? []),
    ...withSimilarName(words, index.amounts.get(`${currency} ${amount_minor}`) ?? [], index),
  ]
  return [...new Set(found)].filter((target) => target.currency === currency && target.open_amount_minor > 0n)
}

/** An amount alone proposes nothing; so a usual price costs no look at all who owe it. */
function withSimilarName(words: Clues['words'], targets: Targets, { names, partners }: TargetIndex): OpenTarget[] {
  if (words === null || targets.length === 0) return []
  const byName = partners.get(targets) ?? Map.groupBy(targets, ({ partner_name }) => partner_name)
  partners.set(targets, byName)
  const found: OpenTarget[] = []
  for (const name of names.similarTo(words)) {
    found.push(...(byName.get(name) ?? []))
    if (found.length >= MOST_BY_NAME) break
  }
  return found
}
