import { there } from '../../../../support/there.ts'
import { type PageRow, rowsIn } from '../../../statements/rows/rows-in-page.ts'
import { linksOf, openPage } from '../browser.ts'
import { HASH } from '../clicks-to-evidence.ts'

/** A link with the column that it was in, as long as one stays on its page. */
type FollowedLink = { readonly href: string; readonly column: number }
type SeenPage = { readonly url: URL; readonly html: string }

const FACT = /\/source-facts\/fact_/
const ENTRY = /\/journal-entries\/je_/
const OPEN_ITEM = /\/(?:documents\/doc_|supplier-payables\/spay_)/
/** No walk is as long. */
const LOST = 20

/**
 * The most links that it takes from a figure to a page with the hash of its evidence, whatever one follows on the way: of a row, those of
 * the rows beside it, of a ledger any line and the balance carried forward.
 */
export async function mostClicks(from: URL, href: string, column: number, pass: string): Promise<number> {
  const known = new Map<string, Promise<number>>()
  const pages = new Map<string, Promise<SeenPage>>()
  return clicksFrom(from, { href, column }, 1)

  async function clicksFrom(before: URL, { href, column }: FollowedLink, clicks: number): Promise<number> {
    const url = new URL(href, before)
    if (clicks > LOST) return LOST
    const isSamePage = url.pathname === before.pathname && url.search === before.search
    const key = `${url.href} ${isSamePage ? column : ''}`
    const found = known.get(key) ?? longest(url, isSamePage ? column : null, clicks)
    known.set(key, found)
    return found
  }

  async function longest(url: URL, column: number | null, clicks: number): Promise<number> {
    const page = await open(url)
    if (page.html.includes(HASH)) return 1
    const choices = choicesOf(page, url.hash.slice(1), column)
    if (choices.length === 0) return LOST
    let most = 0
    for (const choice of choices) most = Math.max(most, await clicksFrom(url, choice, clicks + 1))
    return most + 1
  }

  function open(url: URL): Promise<SeenPage> {
    const address = url.pathname + url.search
    const page = pages.get(address) ?? openPage(address, pass)
    pages.set(address, page)
    return page
  }
}

function choicesOf(page: SeenPage, anchor: string, column: number | null): FollowedLink[] {
  const { pathname } = page.url
  const [facts, entries, items] = [FACT, ENTRY, OPEN_ITEM].map((kind) =>
    linksOf(page).filter((link) => kind.test(link)),
  )
  const linked = (hrefs: readonly string[] | undefined) => (hrefs ?? []).map((href) => ({ href, column: 0 }))
  if (OPEN_ITEM.test(pathname)) return linked(facts)
  if (pathname.endsWith('/open-items')) return linked(items)
  if (pathname.endsWith('/journal-entries')) return linked(entries)
  const rows = rowsIn(page.html)
  if (pathname.endsWith('/account-ledger')) return linked([...(entries ?? []), ...carriedIn(rows)])
  const first = there(rows.find(({ id }) => id === anchor))
  return besideOf(rows, first).flatMap(({ amounts }) => {
    const at = column ?? amounts.findIndex(({ minor, href }) => minor !== 0 && href !== undefined)
    const { minor = 0, href } = amounts[at] ?? {}
    return minor !== 0 && href !== undefined ? [{ href, column: at }] : []
  })
}

function carriedIn(rows: readonly PageRow[]): string[] {
  const [carried] = rows.filter(({ text }) => text.includes('Saldovortrag'))
  return [carried?.amounts.findLast(({ minor }) => minor !== 0)?.href ?? []].flat()
}

/** Rows of the kind of the first one, up to one above it. */
function besideOf(rows: readonly PageRow[], first: PageRow): PageRow[] {
  const behind = rows.slice(rows.indexOf(first))
  const end = behind.findIndex((row) => levelOf(row) < levelOf(first))
  const its = end === -1 ? behind : behind.slice(0, end)
  return its.filter((row) => levelOf(row) === levelOf(first) && kindOf(row) === kindOf(first))
}

function levelOf({ kind }: PageRow): number {
  return Number(/level(\d)/.exec(kind)?.[1])
}

function kindOf({ kind }: PageRow): string {
  return kind.split(' ')[0] ?? ''
}
