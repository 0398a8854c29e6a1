import {
  areNamed,
  areOfOneDay,
  areUnnumberedOfOneDay,
  goesOn,
  haveOtherNumbers,
  haveTouchingBalances,
  isNextByNumber,
  isNumbered,
  likenessOf,
  mayGoOn,
} from './compare-bank-statements.ts'
import type { KnownBankStatement } from './known-bank-statement.ts'
import { type ChainOf, createStatementChains, openingOf } from './statement-chain.ts'
import { createStatementRuns, type FindRun } from './statement-runs.ts'
import { type WholeBankStatement, wholeBankStatementOf } from './whole-bank-statement.ts'

/**
 * `apart`: no bank entry of one is in the other. `repeat`: the same again. `overlap`: the same with the same number or other
 * pages, whose equal bank entries are the same unless their references are different. `doubtful`: the same figures, which may
 * be those of two. `touching`: one begins with the balance with which the other one ends, and may be behind it. `unknown`: their
 * figures alone do not tell.
 */
export type StatementRelation = 'apart' | 'repeat' | 'overlap' | 'doubtful' | 'touching' | 'unknown'

export type StatementRelations = {
  between(key: string, other_key: string): StatementRelation
  wholeOf(key: string): WholeBankStatement | null
  /** What the chain of balances proves to be before a bank statement, and behind it. */
  chainOf: ChainOf
  /** The same with those whose balance has not moved, and those that begin on the day of its end, which proves nothing. */
  mayBeAround: ChainOf
  /** Nothing but their figures says what two bank statements are to each other. */
  isVague(key: string, other_key: string): boolean
  findRun: FindRun
  readonly all: readonly WholeBankStatement[]
}

/** How bank statements of one bank account are to each other. Whatever is not known here is unknown. */
export function createStatementRelations(known: readonly KnownBankStatement[]): StatementRelations {
  const pages = new Map(known.map((bankStatement) => [bankStatement.key, bankStatement]))
  const wholes = wholesIn([...pages.values()])
  const chains = createStatementChains([...wholes.values()])
  const chainOf = keepLatest(chains(goesOn))
  const dayChainOf = keepLatest(chains(areOfOneDay))
  const numberedChainOf = keepLatest(chains(isNextByNumber))
  const divisions = new Map([...wholes].map(([key, whole]) => [key, createDivision(whole)]))
  const wholeOf = (page: KnownBankStatement) => wholes.get(page.statement_key) as WholeBankStatement
  /** Known ones lead from the balance with which it ends back to the one with which it begins, on its day. */
  const hasReturned = keepLatest((whole: WholeBankStatement) =>
    [...dayChainOf(whole).after].some(({ closing_minor }) => closing_minor === whole.opening_minor),
  )
  const byOpening = Map.groupBy(wholes.values(), openingOf)
  const hasNumber = keepLatest((whole: WholeBankStatement) => looksNumbered(whole, byOpening.get(openingOf(whole))))
  const compareWholes = (whole: WholeBankStatement, other: WholeBankStatement): StatementRelation => {
    const likeness = likenessOf(whole, other)
    if (likeness === null)
      return isChained(chainOf(whole), other) ? 'apart' : mayBeBehind(whole, other) ? 'touching' : 'unknown'
    if (likeness === 'repeat' && areUnnumberedOfOneDay(whole, other) && hasReturned(whole) && !hasNumber(whole))
      return 'doubtful'
    // Numbers without a gap between them show that the balance has returned to where it was.
    return haveOtherNumbers(whole, other) && isChained(numberedChainOf(whole), other) ? 'apart' : likeness
  }
  return {
    between(key, other_key) {
      if (key === other_key) return 'apart'
      const [page, other] = [pages.get(key), pages.get(other_key)]
      if (!page || !other || page.bank_account !== other.bank_account) return 'unknown'
      if (page.statement_key === other.statement_key)
        return comparePages(page, other, wholeOf(page), divisions.get(page.statement_key)?.(page) ?? false)
      return compareWholes(wholeOf(page), wholeOf(other))
    },
    wholeOf(key) {
      const page = pages.get(key)
      return page ? wholeOf(page) : null
    },
    chainOf,
    mayBeAround: keepLatest(chains(mayGoOn, true)),
    isVague(key, other_key) {
      const [page, other] = [pages.get(key), pages.get(other_key)]
      return page !== undefined && other !== undefined && !areNamed(wholeOf(page), wholeOf(other))
    },
    findRun: createStatementRuns([...wholes.values()]),
    all: [...wholes.values()],
  }
}

function wholesIn(pages: readonly KnownBankStatement[]): ReadonlyMap<string, WholeBankStatement> {
  const parts = Map.groupBy(pages, ({ statement_key }) => statement_key)
  return new Map([...parts].map(([key, some]) => [key, wholeBankStatementOf(some)]))
}

/** A balance that has not moved, or that does not add up, proves nothing. */
function mayBeBehind(whole: WholeBankStatement, other: WholeBankStatement): boolean {
  const isTelling = [whole, other].every(({ holds, net_minor }) => holds && net_minor !== 0n)
  return isTelling && whole.currency === other.currency && haveTouchingBalances(whole, other)
}

/** One with a number looks alike: what has none comes beside those that have one. */
function looksNumbered(whole: WholeBankStatement, others: readonly WholeBankStatement[] = []): boolean {
  return others.some((other) => isNumbered(other) && likenessOf(whole, other) !== null)
}

function isChained({ before, after }: ReturnType<ChainOf>, other: WholeBankStatement) {
  return before.has(other) || after.has(other)
}

/** What a bank statement is apart from is asked again and again for few of them. */
const MOST_KEPT = 100

function keepLatest<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>()
  return (key) => {
    const value = kept.get(key) ?? find(key)
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT) kept.delete(oldest as Key)
    return value
  }
}

/** Pages of one bank statement share nothing. One that comes again repeats, unless the bank has divided it anew. */
function comparePages(
  page: KnownBankStatement,
  other: KnownBankStatement,
  { net_minor }: WholeBankStatement,
  isDividedAnew: boolean,
): StatementRelation {
  const isSameDelivery = importOf(page) === importOf(other) || (page.created !== null && page.created === other.created)
  if (isSameDelivery && page.page?.number !== other.page?.number) return 'apart'
  if (isDividedAnew) return 'overlap'
  if (page.page?.number !== other.page?.number) return 'apart'
  return net_minor === 0n ? 'overlap' : 'repeat'
}

/** Whether a page contradicts another delivery: it is behind the last one, or has other bank entries. */
function createDivision({ pages }: WholeBankStatement): (page: KnownBankStatement) => boolean {
  const last = Math.min(...pages.filter(({ page }) => page?.is_last).map(({ page }) => Number(page?.number)))
  const digests = new Map<string, Set<string>>()
  for (const { page, digest } of pages) {
    const known = digests.get(page?.number ?? '') ?? new Set()
    digests.set(page?.number ?? '', digest === null ? known : known.add(digest))
  }
  return ({ page }) => Number(page?.number) > last || (digests.get(page?.number ?? '')?.size ?? 0) > 1
}

function importOf({ key }: KnownBankStatement): string {
  return key.split(':')[0] ?? ''
}
