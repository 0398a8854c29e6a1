import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Chromium } from '../api/print/pages/chromium.ts'

export const SIZE = { width: 960, height: 600 }

const YEAR = 'fiscal_year_id=FY2025&locale=en'
/** The page of each picture, and the part of it that is shown. */
const PICTURES = {
  'balance-sheet': [`or-balance-sheet?${YEAR}&comparison=prior_fiscal_year`, 'h1'],
  chart: [`or-income-statement?${YEAR}&granularity=quarter`, 'figure'],
} as const

type Company = { readonly base_url: string; readonly customer: string; readonly page_pass: string }

/** Takes the pictures of docs/pictures into a folder. */
export async function takePictures(
  chromium: Chromium,
  { base_url, customer, page_pass }: Company,
  folder: string,
): Promise<void> {
  const context = await chromium.newContext({
    httpCredentials: { username: 'Anna', password: page_pass },
    locale: 'en-GB',
    baseURL: base_url,
  })
  const page = await context.newPage()
  await page.setViewportSize(SIZE)
  mkdirSync(folder, { recursive: true })
  for (const [name, [path, shown]] of Object.entries(PICTURES)) {
    await page.goto(`/v1/statements/${path}&end_customer_id=${customer}`)
    await page.evaluate(`document.querySelector('${shown}').scrollIntoView()`)
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
}
