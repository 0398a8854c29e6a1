import type { Match } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { createOrderMatcher, type OrderedTarget } from '../../../shared/camt053/matching/orders/match-ordered.ts'
import { createRandom, type Random } from '../../../shared/cli/demo/company/random.ts'
import { matcherOf } from '../../support/matching/matcher.ts'
import { madeUpAccounts } from './made-up-accounts.ts'
import { madeUpCredit, madeUpDiscount, madeUpDocument, madeUpPartners, oneOf } from './made-up-documents.ts'
import { KINDS, type MadeUpLine, type World } from './made-up-lines.ts'
import { orderInto } from './made-up-orders.ts'

const WEEKS = 52
const SURE = 90
/** At the beginning of each week; more than are paid back in it. */
const OPEN_CREDITS = 200

export type Quality = {
  readonly kind: string
  /** Pairs of line and document that are true, and those of them that were proposed. */
  readonly true_pairs: number
  readonly found: number
  /** Pairs proposed with a score of 90 or more, and those of them that are true. */
  readonly sure: number
  readonly sure_and_true: number
}
type Year = {
  readonly qualities: readonly Quality[]
  readonly total: Quality
  /** Of debits alone. */
  readonly debits: Quality
  readonly ms_per_1000_lines: number
  readonly ms_per_index: number
}

/** A year of an office with so many documents open at any time, a week at a time; what was paid is closed as it truly was. */
export function matchYear(seed: number, lines: number, open_documents: number): Year {
  const random = createRandom(seed)
  const partners = madeUpPartners(random, Math.max(40, Math.min(open_documents / 4, 4_000)))
  const open = new Map<string, OpenTarget>()
  const credits = new Map<string, OpenTarget>()
  const all = { get: (id: string) => open.get(id) ?? credits.get(id) }
  const accounts = madeUpAccounts(createRandom(seed + 1_000), partners)
  const qualities: Quality[] = []
  let [number, ms, index_ms] = [0, 0, 0]
  for (let week = 0; week < WEEKS; week += 1) {
    while (open.size < open_documents) {
      number += 1
      open.set(`d${number}`, madeUpDocument(random, partners, number))
    }
    fillUp(credits, random, partners, week)
    const count = Math.floor((lines * (week + 1)) / WEEKS) - Math.floor((lines * week) / WEEKS)
    const targets = [...open.values()]
    const { made, ordered } = linesOfWeek(random, partners, targets, [...credits.values()], count)
    const paying = made.map((line) => accounts.accountOf(line, all))
    const payments = made.map(({ payment }, at) => ({ ...payment, known_partners: accounts.knownOf(paying[at] ?? '') }))
    const started = performance.now()
    const { match, mayBeDiscounted } = matcherOf(targets, [...credits.values()])
    const matchOrdered = createOrderMatcher(ordered)
    const { match: matchCredit } = matcherOf([...credits.values()])
    const indexed = performance.now()
    const found = payments.map((payment, at) => {
      const ids = made[at]?.ordered ?? null
      return ids === null
        ? [...match(payment, discountAmong(mayBeDiscounted(payment))), ...matchCredit(payment)]
        : matchOrdered({ ...amountsOf(payment), ...ids })
    })
    index_ms += indexed - started
    ms += performance.now() - indexed
    qualities.push(...made.map((line, index) => qualityOf(line, found[index] ?? [])))
    for (const [at, line] of made.entries()) accounts.remember(paying[at] ?? '', line, all)
    for (const { paid } of made) for (const part of paid) settle(credits.has(part.id) ? credits : open, part)
  }
  return {
    qualities: sumsByKind(qualities),
    total: sumOf('all', qualities),
    debits: sumOf('debits', qualities.filter(isOfDebit)),
    ms_per_1000_lines: (ms * 1_000) / lines,
    ms_per_index: index_ms / WEEKS,
  }
}

function isOfDebit({ kind }: Quality): boolean {
  return kind.startsWith('debit')
}

function fillUp(credits: Map<string, OpenTarget>, random: Random, partners: readonly string[], week: number): void {
  for (let at = 0; credits.size < OPEN_CREDITS; at += 1) {
    const credit = madeUpCredit(random, partners, week * OPEN_CREDITS + at)
    credits.set(credit.id, credit)
  }
}

/** The terms of these alone are known. */
function discountAmong(ids: readonly string[]): (target: OpenTarget) => bigint {
  const known = new Set(ids)
  return (target) => (known.has(target.id) ? madeUpDiscount(target) : 0n)
}

function amountsOf({ currency, amount_minor, references, text }: MadeUpLine['payment']) {
  const debited = { currency, amount_minor, booked_minor: amount_minor, references, text, bank_account: 'CH1' }
  return { ...debited, instructed_currency: null, instructed_minor: null, day: '2026-01-02', name: null }
}

function linesOfWeek(
  random: Random,
  partners: readonly string[],
  targets: readonly OpenTarget[],
  credits: OpenTarget[],
  count: number,
): { made: MadeUpLine[]; ordered: OrderedTarget[] } {
  const taken = new Set<OpenTarget>()
  const ordered: OrderedTarget[] = []
  const takeCredit = () => credits.splice(random.between(0, credits.length - 1), 1)[0] as OpenTarget
  const world: World = {
    random,
    partners,
    ...documentsOfWeek(random, targets, taken),
    order: orderInto(ordered),
    takeCredit,
  }
  const kinds = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
  const made = Array.from({ length: count }, (_, index) => {
    // Where hardly any document is left, the rest of the week is for none.
    const kind = oneOf(random, taken.size * 10 < targets.length * 9 ? kinds : KINDS.slice(-2))
    const { content, paid } = kind.make(world)
    const { ordered: ids = null, ...said } = content
    const blank = { id: `l${index}`, currency: 'CHF', amount_minor: 0n, references: [], text: '', name: null }
    return { kind: kind.kind, paid, ordered: ids, payment: { ...blank, ...said } }
  })
  return { made, ordered }
}

function documentsOfWeek(random: Random, targets: readonly OpenTarget[], taken: Set<OpenTarget>) {
  const look = () => oneOf(random, targets)
  const take = (): OpenTarget => {
    for (;;) {
      const document = look()
      if (!taken.has(document)) {
        taken.add(document)
        return document
      }
    }
  }
  const byPartner = Map.groupBy(targets, ({ partner_name }) => partner_name)
  const takeOthersOf = ({ partner_name }: OpenTarget, most: number) => {
    const others = (byPartner.get(partner_name) ?? []).filter((document) => !taken.has(document)).slice(0, most)
    for (const other of others) taken.add(other)
    return others
  }
  return { look, take, takeOthersOf }
}

function settle(open: Map<string, OpenTarget>, { id, amount_minor, closes }: MadeUpLine['paid'][number]): void {
  const document = open.get(id)
  if (!document) return
  if (closes) open.delete(id)
  else open.set(id, { ...document, open_amount_minor: document.open_amount_minor - amount_minor })
}

function qualityOf({ kind, paid }: MadeUpLine, matches: readonly Match[]): Quality {
  const truth = new Set(paid.map(({ id }) => id))
  const isTrue = ({ target_id }: Match) => truth.has(target_id)
  const sure = matches.filter(({ score }) => score >= SURE)
  return {
    kind,
    true_pairs: truth.size,
    found: matches.filter(isTrue).length,
    sure: sure.length,
    sure_and_true: sure.filter(isTrue).length,
  }
}

function sumsByKind(qualities: readonly Quality[]): Quality[] {
  return KINDS.map(({ kind }) =>
    sumOf(
      kind,
      qualities.filter((quality) => quality.kind === kind),
    ),
  )
}

function sumOf(kind: string, qualities: readonly Quality[]): Quality {
  const total = (key: Exclude<keyof Quality, 'kind'>) => qualities.reduce((sum, quality) => sum + quality[key], 0)
  return {
    kind,
    true_pairs: total('true_pairs'),
    found: total('found'),
    sure: total('sure'),
    sure_and_true: total('sure_and_true'),
  }
}
