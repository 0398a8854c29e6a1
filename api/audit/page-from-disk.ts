import { escapeHtml } from '../print/escape-html.ts'
import type { PartOfYear } from './parts-of-year.ts'

const NAVIGATION = /<(header|nav)\b[\s\S]*?<\/\1>/g
/** What each choice is about stands before it. */
const CHOICES = /<p class="filter">[\s\S]*?<\/p>/g
const NEXT_PAGE = /<p><a rel="next"[\s\S]*?<\/p>/g
/** Not those within the page. */
const LINKS = /<a\b[^>]*\bhref="((?!#)[^"]*)"[^>]*>([\s\S]*?)<\/a>/g
/** Of a list only the file of the whole one is there; the package has one language. */
const ANY = ['limit', 'locale']

/**
 * Pages that stand for others that are not in the folder, with the parameters that they do not have. The ledger of an account has all of
 * its year, and begins with what earlier years have left.
 */
const STAND_IN: Readonly<Record<string, { readonly path: string; readonly without: readonly string[] }>> = {
  '/v1/statements/account-ledger': {
    path: '/v1/statements/account-ledger',
    without: ['fiscal_year_id', 'from_date', 'to_date'],
  },
  '/v1/statements/income-statement': { path: '/v1/statements/or-income-statement', without: ['granularity'] },
}

/** A part whose page is in the folder. */
export type PagePart = Pick<PartOfYear, 'name' | 'path' | 'query'> & {
  /** The places of the page that a link may name. */
  readonly ids: ReadonlySet<string>
}

export type PagesOnDisk = {
  readonly pages: readonly PagePart[]
  /** Of what has no page of its own there, but a place in one. By addresses of the service. */
  readonly places: ReadonlyMap<string, string>
}

/** The places that a page has, before it is joined to the others. */
export function idsIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
}

/**
 * A page without what leads to the service, which is not there. Its figures lead to the other pages of the folder; where a list goes
 * on, the page leads to the file that has all of it.
 *
 * @param contents HTML of the link to the first page
 */
export function pageFromDisk(html: string, page: PagePart, there: PagesOnDisk, contents: string): string {
  const whole_file = encodeURI(`${page.name}.csv`)
  return html
    .replace(NAVIGATION, '')
    .replace(CHOICES, '')
    .replace(NEXT_PAGE, `<p><a href="${whole_file}">${whole_file}</a></p>`)
    .replace(LINKS, (link, href: string, text: string) => {
      if (href === whole_file) return link
      const target = targetOf(new URL(href.replaceAll('&amp;', '&'), `http://package${page.path}`), page, there)
      return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
    })
    .replace('<main', `<header><p>${contents}</p></header>\n<main`)
}

/** @returns null where the folder has no such page */
function targetOf(address: URL, page: PagePart, { pages, places }: PagesOnDisk): string | null {
  const place = places.get(address.pathname)
  if (place !== undefined) return place
  const asked = [...address.searchParams].filter(([name]) => !ANY.includes(name))
  const other = partAt(address.pathname, asked, pages) ?? standInFor(address.pathname, asked, page, pages)
  if (!other) return null
  const id = address.hash.slice(1)
  return encodeURI(`${other.name}.html`) + (other.ids.has(id) ? `#${id}` : '')
}

type AskedParameters = readonly (readonly [name: string, value: string])[]

function partAt(
  path: string,
  asked: AskedParameters,
  pages: readonly PagePart[],
  without: readonly string[] = [],
): PagePart | undefined {
  return pages.find((page) => {
    const names = Object.keys(page.query).filter((name) => !without.includes(name))
    const isSame = asked.every(([name, value]) => String(page.query[name]) === value)
    return page.path === path && isSame && asked.length === names.length
  })
}

/** Not the page itself: who follows its link wants what it does not have. */
function standInFor(
  path: string,
  asked: AskedParameters,
  page: PagePart,
  pages: readonly PagePart[],
): PagePart | undefined {
  const standIn = STAND_IN[path]
  if (!standIn) return undefined
  const kept = asked.filter(([name]) => !standIn.without.includes(name))
  const other = partAt(standIn.path, kept, pages, standIn.without)
  return other === page ? undefined : other
}
