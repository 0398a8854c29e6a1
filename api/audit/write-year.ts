import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../shared/contract/setup/settings.ts'
import { USUAL_LOCALE } from '../http/handle/asked-page.ts'
import { escapeHtml } from '../print/escape-html.ts'
import { isolated, isolatedText } from '../print/isolated.ts'
import { type Absence, type AuditService, askJson, PAGE, save } from './ask.ts'
import { idsIn, type PagePart, type PagesOnDisk, pageFromDisk } from './page-from-disk.ts'
import { OPEN_ITEMS, type PartOfYear, partsOfYear } from './parts-of-year.ts'
import { placesOfItems } from './places-of-items.ts'
import { auditWordsIn } from './words.ts'
import { EVIDENCE_FILE, type WrittenEntries, writeEntries } from './write-entries.ts'

type WantedYear = AuditService & {
  readonly folder: string
  readonly end_customer_id: string
  readonly fiscal_year_id: string
}

const HTML = ['html', PAGE] as const
const CSV = ['csv', 'text/csv'] as const
const JSON_ANSWER = ['json', 'application/json'] as const
const HLEDGER = ['hledger', 'text/x-ledger'] as const

/** The JSON of a list is one page of it; the others are whole, however long. */
const FILES = {
  journal: [CSV, HLEDGER],
  list: [HTML, CSV],
  statement: [HTML, CSV, JSON_ANSWER],
} as const

type WrittenPart = PartOfYear & { readonly files: readonly string[]; readonly pages?: readonly PartOfYear[] }

const NO_STATEMENT: Absence = { code: 'not_found', pointer: '/fiscal_year_id' }

/** Who the package is about, as its pages say it. */
type AuditedCompany = { readonly end_customer_name: string | null; readonly locale: Locale }

/** Writes what the interface answers about a fiscal year, and a first page that leads to all of it. */
export async function writeYear({ folder, end_customer_id, fiscal_year_id, ...asked }: WantedYear): Promise<void> {
  const year = { end_customer_id, fiscal_year_id }
  const subject = await askJson<AuditedCompany>(asked, '/v1/statements/or-balance-sheet', year, [NO_STATEMENT])
  const { end_customer_name, locale } = subject ?? { end_customer_name: null, locale: USUAL_LOCALE }
  const written: WrittenPart[] = []
  let entries: WrittenEntries = { parts: [], targets: new Map() }
  for (const part of await partsOfYear(asked, year, locale)) {
    const files = await writePart(asked, part, locale, folder)
    if (part.kind === 'journal') {
      entries = await writeEntries({ ...asked, ...year, folder, locale }, part.query)
      written.push({ ...part, files, pages: entries.parts })
      written.push({ ...part, title: auditWordsIn(locale)('evidence'), files: [EVIDENCE_FILE] })
    } else if (files.length > 0) written.push({ ...part, files })
  }
  const title = `${end_customer_name ?? end_customer_id}, ${fiscal_year_id}`
  const first = `<a href="index.html">${isolated(`${auditWordsIn(locale)('contents')}: ${title}`)}</a>`
  await joinPages(await pagesOnDisk(asked, written, entries, folder), first, folder)
  await writeFile(join(folder, 'index.html'), indexOf(title, written, locale))
}

/** The pages are in the language of the package, whoever asks. */
async function writePart(
  asked: AuditService,
  { name, kind, ...part }: PartOfYear,
  locale: Locale,
  folder: string,
): Promise<string[]> {
  const files: string[] = []
  for (const [extension, media_type] of FILES[kind]) {
    const file = `${name}.${extension}`
    const query = media_type === PAGE ? { ...part.query, locale } : part.query
    if (await save(asked, { ...part, query }, media_type, join(folder, file))) files.push(file)
  }
  return files
}

/** What links may lead to, which is known when all is written. */
async function pagesOnDisk(
  asked: AuditService,
  written: readonly WrittenPart[],
  { parts, targets }: WrittenEntries,
  folder: string,
): Promise<PagesOnDisk> {
  const pages: PagePart[] = []
  for (const part of [...written.filter(({ name, files }) => files.includes(`${name}.html`)), ...parts])
    pages.push({ ...part, ids: idsIn(await readFile(pageIn(folder, part), 'utf8')) })
  const places = new Map([...targets].map(([id, target]) => [`/v1/journal-entries/${id}`, target]))
  const files = new Set(pages.map(({ name }) => `${name}.html`))
  for (const list of pages.filter(({ path }) => path === OPEN_ITEMS))
    for (const [address, target] of await placesOfItems(asked, list, targets, files)) places.set(address, target)
  return { pages, places }
}

async function joinPages(there: PagesOnDisk, contents: string, folder: string): Promise<void> {
  for (const page of there.pages) {
    const file = pageIn(folder, page)
    await writeFile(file, pageFromDisk(await readFile(file, 'utf8'), page, there, contents))
  }
}

function pageIn(folder: string, { name }: Pick<PartOfYear, 'name'>): string {
  return join(folder, `${name}.html`)
}

function indexOf(title: string, written: readonly WrittenPart[], locale: Locale): string {
  const rows = written.map(({ title: name, files, pages = [] }) => {
    const links = files.map((file) => `<a href="${encodeURI(file)}">${escapeHtml(file.split('.').at(-1) ?? '')}</a>`)
    const of_entries = pages.map((page) => `<a href="${page.name}.html">${escapeHtml(page.title)}</a>`)
    return `<tr><th scope="row">${isolated(name)}</th><td>${[...links, ...of_entries].join(' ')}</td></tr>`
  })
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(isolatedText(title))}</title>
<style>body { font: 16px/1.5 sans-serif; max-width: 50rem; margin: 1rem auto; padding: 0 1rem } th { text-align: left; font-weight: normal; padding-right: 2rem }</style>
</head>
<body>
<h1>${isolated(title)}</h1>
<table>
${rows.join('\n')}
</table>
<p>${withLinks(auditWordsIn(locale)('files'))} <code>ops verify-export</code>.</p>
</body>
</html>
`
}

/** The files that lie beside the pages, where a sentence names them. */
function withLinks(text: string): string {
  return escapeHtml(text).replace(/ledger\.ndjson\.gz|manifest\.json/g, (file) => `<a href="${file}">${file}</a>`)
}
