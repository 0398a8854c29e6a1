import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'
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

  const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => !spawnSync(name, ['--version']).error,
  )

  it('a browser without internet shows every operation and is refused nothing', async function () {
    if (!chromium) return this.skip()
    this.timeout(60_000)
    const profile = mkdtempSync(join(tmpdir(), 'hauptbuch-browser-'))
    const { dom, log } = await browse(chromium, profile, `${service().base_url}/docs`)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    for (const { summary, path } of endpoints) {
      // The page breaks long paths with invisible marks.
      const text = dom.replace(/\u200b|<wbr>/g, '')
      expect(text, path).to.include(summary.replaceAll('&', '&amp;'))
    }
    expect(log).to.not.match(/Refused to|Content Security Policy|ERR_|Uncaught/)
  })
})

/** Loads the page with every other host unreachable, and gives what it has become. */
async function browse(program: string, profile: string, url: string): Promise<{ dom: string; log: string }> {
  const child = spawn(program, [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--enable-logging=stderr',
    '--virtual-time-budget=15000',
    '--dump-dom',
    url,
  ])
  const told = { dom: '', log: '' }
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    told.dom += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    told.log += piece
  })
  await new Promise((resolve) => child.once('close', resolve))
  // What the page itself said; the browser also talks about its own surroundings.
  return {
    dom: told.dom,
    log: told.log
      .split('\n')
      .filter((line) => line.includes('CONSOLE'))
      .join('\n'),
  }
}
