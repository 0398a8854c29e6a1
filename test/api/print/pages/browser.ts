import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { service } from '../../../support/service.ts'
import type { BrowserPage, Chromium } from './chromium.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

export const newPass = (end_customer_ids?: string[]) =>
  issueKey(service().home, {
    client_name: 'a browser',
    scopes: ['pages'],
    ...(end_customer_ids && { end_customer_ids }),
  })

/** A page as a browser asks for it, with a page pass. */
export async function openPage(path: string, pass: string, language = 'de-CH,de;q=0.9') {
  const authorization = `Basic ${Buffer.from(`Anna:${pass}`).toString('base64')}`
  const url = new URL(path, service().base_url)
  const response = await fetch(url, { headers: { accept: BROWSER, authorization, 'accept-language': language } })
  return { url, status: response.status, headers: response.headers, html: await response.text() }
}

/** Addresses of the links of a page, as a browser would open them. */
export function linksOf({ url, html }: { readonly url: URL; readonly html: string }): string[] {
  const main = html.slice(html.indexOf('<main'))
  const written = [...main.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return written.filter((href) => !href.startsWith('#')).map((href) => new URL(href, url).href)
}

/** A page of the service for whoever has this pass. */
export async function newPage(chromium: Chromium, password: string, locale = 'de-CH'): Promise<BrowserPage> {
  const httpCredentials = { username: 'Anna', password }
  const context = await chromium.newContext({ httpCredentials, locale, baseURL: service().base_url })
  return context.newPage()
}
