import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'
import { browse, chromium } from '../support/browser.ts'
import { service } from '../support/service.ts'

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

  it('a browser without internet shows every operation and is refused nothing', async function () {
    if (!chromium) return this.skip()
    this.timeout(60_000)
    const { dom, log } = await browse(chromium, `${service().base_url}/docs`)
    for (const { summary, path } of endpoints) {
      // The page breaks long paths with invisible marks.
      const text = dom.replace(/\u200b|<wbr>/g, '')
      expect(text, path).to.include(summary.replaceAll('&', '&amp;'))
    }
    expect(log).to.not.match(/Refused to|Content Security Policy|ERR_|Uncaught/)
  })
})
