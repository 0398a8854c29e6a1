import { openPage } from '../browser.ts'

export type CrawledPage = {
  readonly url: URL
  readonly status: number
  /** Of the page. */
  readonly language: string
  /** Addresses that it links to. */
  readonly links: readonly string[]
  /** Amounts in rows of its tables that lead nowhere. */
  readonly unlinked: readonly string[]
  /** Links to a place of the page that is not there. */
  readonly dead: readonly string[]
  /** Names of the interface that stand there as words, and rows that begin with an id. */
  readonly raw: readonly string[]
  /** The page that leads here; null where the walk begins. */
  readonly from: string | null
}

const AT_ONCE = 6
/** Of each kind: more would be the same page about something else. */
const MOST_OF_A_KIND = 3

/** Walks from some pages along all links, also those of the navigation, to some pages of every kind. */
export async function crawl(starts: readonly string[], pass: string, language: string): Promise<CrawledPage[]> {
  const found = new Map<string, number>()
  const known = new Set(starts)
  const waiting: { readonly path: string; readonly from: string | null }[] = starts.map((path) => ({
    path,
    from: null,
  }))
  const pages: CrawledPage[] = []
  while (waiting.length > 0) {
    const opened = await Promise.all(
      waiting.splice(0, AT_ONCE).map(async ({ path, from }) => pageOf(await openPage(path, pass, language), from)),
    )
    for (const page of opened) {
      pages.push(page)
      for (const link of page.links.filter(isNew)) waiting.push({ path: link, from: page.url.href })
    }
  }
  return pages

  function isNew(link: string): boolean {
    if (known.has(link)) return false
    const kind = kindOf(new URL(link))
    const count = found.get(kind) ?? 0
    if (count >= MOST_OF_A_KIND) return false
    found.set(kind, count + 1)
    known.add(link)
    return true
  }
}

function pageOf({ url, status, html }: Awaited<ReturnType<typeof openPage>>, from: string | null): CrawledPage {
  const written = [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const links = written.filter((href) => !href.startsWith('#')).map((href) => new URL(href, url).href)
  const [, language = ''] = /<html lang="(\w+)">/.exec(html) ?? []
  return { url, status, language, links, unlinked: unlinkedIn(html), dead: deadIn(html), raw: rawIn(html), from }
}

function unlinkedIn(html: string): string[] {
  const rows = [...html.matchAll(/<tr class="[^"]*"[^>]*>(.*?)<\/tr>/g)]
  const amounts = rows.flatMap(([, cells = '']) => [...cells.matchAll(/<td class="amount"[^>]*>([^<]+|<bdi>[^<]+)/g)])
  return amounts.map(([, text = '']) => text.replace('<bdi>', '')).filter((text) => /[1-9]/.test(text))
}

function deadIn(html: string): string[] {
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  return [...html.matchAll(/ href="#([^"]*)"/g)].flatMap(([, id = '']) => (ids.has(id) ? [] : `#${id}`))
}

/** Names stand in code, or in what the interface says in English. Whatever somebody has written may be anything. */
const NO_WORDS =
  /<code>.*?<\/code>|<span class="said".*?<\/span>|<bdi>.*?<\/bdi>|<title>.*?<\/title>|<style>.*?<\/style>|<[^>]+>/gs
const NAME = /(?<![\w@./-])[a-z]+_[a-z_]+(?![\w-])/g
const ID_FIRST =
  /<tr[^>]*>\s*<th scope="row"[^>]*>(?:<a [^>]*>)?(?:…[0-9a-z]{8}|[a-z]+_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f-]{27})</g

function rawIn(html: string): string[] {
  const names = html.replaceAll(NO_WORDS, ' ').match(NAME) ?? []
  return [...names, ...(html.match(ID_FIRST) ?? [])]
}

/** Its read, with what it asks for: the same parameters with few values are another page. */
function kindOf({ pathname, searchParams }: URL): string {
  const path = pathname
    .replace(/[a-z]+_[0-9a-z]{26}/g, (id) => id.slice(0, id.indexOf('_')))
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/\/\d{4}-\w+$|\/FY\d+$/, '/:name')
  const asked = [...searchParams].map(([name, value]) => (CHOICES.includes(name) ? `${name}=${value}` : name))
  return `${path}?${asked.sort().join('&')}`
}

const CHOICES = ['category', 'side', 'granularity', 'comparison']
