import { mkdirSync } from 'node:fs'
import { Command } from 'commander'
import { fillDemoOnce } from '../../shared/cli/demo/fill-once.ts'
import { startProcesses } from '../../shared/cli/demo/start-processes.ts'
import { openChromium } from '../api/print/pages/chromium.ts'

new Command('npm run pictures --')
  .description('Takes the pictures of docs/pictures: pages of the demo company, in the Chromium of the tests.')
  .parse()

const FOLDER = 'docs/pictures'
const SIZE = { width: 960, height: 600 }

const chromium = await openChromium()
if (!chromium) throw new Error('There is no Chromium for this platform.')
const running = await startProcesses()
try {
  const { customer, page_pass } = await fillDemoOnce(running.database_url, running.base_url)
  const context = await chromium.newContext({
    httpCredentials: { username: 'Anna', password: page_pass ?? '' },
    locale: 'en-GB',
    baseURL: running.base_url,
  })
  const page = await context.newPage()
  await page.setViewportSize(SIZE)
  mkdirSync(FOLDER, { recursive: true })
  const year = `end_customer_id=${customer}&fiscal_year_id=FY2025&locale=en`
  for (const [name, path, scroll] of [
    ['balance-sheet', `/v1/statements/or-balance-sheet?${year}&comparison=prior_fiscal_year`, 'h1'],
    ['chart', `/v1/statements/or-income-statement?${year}&granularity=quarter`, 'figure'],
  ] as const) {
    await page.goto(path)
    await page.evaluate(`document.querySelector('${scroll}').scrollIntoView()`)
    await page.screenshot({ path: `${FOLDER}/${name}.png` })
  }
} finally {
  await running.stop()
  await chromium.close()
}
