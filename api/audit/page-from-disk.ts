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

/** A part whose page is in the folder. */
export type PagePart = Pick<PartOfYear, 'name' | 'path' | 'query'>

/**
 * A page without what leads to the service, which is not there. Its figures lead to the other pages of the folder; where a list goes
 * on, the page leads to the file that has all of it.
 *
 * @param contents HTML of the link to the first page
 */
export function pageFromDisk(html: string, page: PagePart, pages: readonly PagePart[], contents: string): string {
  const whole_file = encodeURI(`${page.name}.csv`)
  return html
    .replace(NAVIGATION, '')
    .replace(CHOICES, '')
    .replace(NEXT_PAGE, `<p><a href="${whole_file}">${whole_file}</a></p>`)
    .replace(LINKS, (link, href: string, text: string) => {
      if (href === whole_file) return link
      const other = partAt(new URL(href.replaceAll('&amp;', '&'), `http://package${page.path}`), pages)
      return other ? `<a href="${escapeHtml(encodeURI(`${other.name}.html`))}">${text}</a>` : text
    })
    .replace('<main', `<header><p>${contents}</p></header>\n<main`)
}

function partAt({ pathname, searchParams }: URL, pages: readonly PagePart[]): PagePart | undefined {
  const asked = [...searchParams].filter(([name]) => !ANY.includes(name))
  return pages.find(({ path, query }) => {
    const isSame = asked.every(([name, value]) => String(query[name]) === value)
    return path === pathname && isSame && asked.length === Object.keys(query).length
  })
}
