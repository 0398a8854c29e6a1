import { expect } from 'chai'
import { endpoints } from '../../../api/routes.ts'
import { RULES } from '../../../shared/accounting/facts/blockers.ts'
import { WARNINGS } from '../../../shared/accounting/facts/warnings.ts'
import { ERRORS } from '../../../shared/contract/platform/errors.ts'
import { readOpenApi } from '../../support/openapi.ts'
import { browse, chromium } from '../../support/processes/browser.ts'
import { service } from '../../support/service.ts'

describe('/docs', () => {
  const load = (path: string) => fetch(service().base_url + path)

  it('everything that the page names comes from this service, and nothing inline is carried out', async () => {
    const page = await load('/docs')
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self'").and.not.include('unsafe')
    const html = await page.text()
    expect(html).to.not.match(/<script>|<style|\sstyle=|\son\w+=|https?:/)
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
    expect(named).to.include.members(['/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/start.js'])
    for (const path of named) {
      const answer = await load(path)
      expect([answer.status, answer.headers.get('x-content-type-options')], path).to.deep.equal([200, 'nosniff'])
      expect((await answer.arrayBuffer()).byteLength, path).to.be.above(100)
    }
  })

  it('nothing but these files is served there', async () => {
    for (const path of [
      '/docs/index.html',
      '/docs/package.json',
      '/docs/..%2fpackage.json',
      '/docs/..%2f..%2fetc%2fpasswd',
    ])
      expect((await load(path)).status, path).to.equal(404)
  })

  /** As a table cell, so that a code that is mentioned somewhere else does not count. */
  const codes = [...Object.keys(ERRORS), ...[...RULES, ...WARNINGS].map(({ code }) => code)]
  const remedies = [...Object.values(ERRORS), ...RULES, ...WARNINGS].map(({ remedy }) => remedy)

  it('the document explains every error, blocker and warning', async () => {
    const { info } = await readOpenApi()
    for (const code of codes) expect(info.description).to.include(`| \`${code}\` | `)
    for (const remedy of remedies) expect(info.description).to.include(` ${remedy} |`)
  })

  it('a browser without internet shows every operation and both tables, and is refused nothing', async function () {
    if (!chromium) return this.skip()
    this.timeout(180_000)
    const { dom, log } = await browse(chromium, `${service().base_url}/docs`)
    // The page breaks long paths with invisible marks.
    const text = dom.replace(/\u200b|<wbr>/g, '')
    for (const { summary, path } of endpoints) expect(text, path).to.include(summary.replaceAll('&', '&amp;'))
    for (const code of codes) expect(text).to.include(`<td><code>${code}</code></td>`)
    expect(log).to.not.match(/Refused to|Content Security Policy|ERR_|Uncaught/)
  })
})
