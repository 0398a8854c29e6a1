import { Command } from 'commander'
import { startDemo } from '../../shared/cli/demo/fill-once.ts'
import { startProcesses } from '../../shared/cli/demo/start-processes.ts'
import { openChromium } from '../api/print/pages/chromium.ts'
import { takePictures } from './take-pictures.ts'

new Command('npm run pictures --')
  .description('Takes the pictures of docs/pictures: pages of the demo company, in the Chromium of the tests.')
  .parse()

const chromium = await openChromium()
if (!chromium) throw new Error('There is no Chromium for this platform.')
const running = await startProcesses()
try {
  const { customer, page_pass } = await startDemo(running.database_url, running.base_url).filled
  const company = { base_url: running.base_url, customer, page_pass: page_pass ?? '' }
  await takePictures(chromium, company, 'docs/pictures')
} finally {
  await running.stop()
  await chromium.close()
}
