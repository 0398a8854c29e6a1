import { expect } from 'chai'
import { linksOf, openPage } from './browser.ts'

export const MOST_CLICKS = 5
/** Evidence of every fact of the examples. */
export const HASH = 'a'.repeat(64)
/** Down from a figure: to an account, an entry, an open item, a fact. */
const DOWN =
  /\/(?:statements\/account-ledger\?|journal-entries\/je_|documents\/doc_|supplier-payables\/spay_|source-facts\/fact_)/
const FACT = /\/source-facts\/fact_/

/** How many links it takes from a figure, whose own link is the first of them, to the hash of its evidence; infinite where none leads there. */
export async function clicksToEvidence(target: string, pass: string): Promise<number> {
  let links = [target]
  for (let clicks = 1; clicks <= MOST_CLICKS; clicks += 1) {
    const pages = await Promise.all(links.map((link) => openPage(link, pass)))
    for (const { status, url } of pages) expect(status, url.href).to.equal(200)
    if (pages.some(({ url, html }) => FACT.test(url.pathname) && html.includes(HASH))) return clicks
    links = [...new Set(pages.flatMap(linksOf).filter((link) => DOWN.test(link)))]
  }
  return Number.POSITIVE_INFINITY
}
