import { randomUUID } from 'node:crypto'
import { todayInSwitzerland } from '../process/clock.ts'
import { COMPANY } from './demo/company/company.ts'
import type { FilledDemo } from './demo/fill-once.ts'
import { firstSteps } from './first-steps.ts'

export type FirstKeys = { readonly key: string; readonly page_pass: string }

const QUIET = '\nIt shows warnings and errors here; LOG_LEVEL=info npm start has a line for each request.'
const NEW_PASS = 'npm run keys -- create --client NAME --scopes pages'

/**
 * What `npm start` says once the service is ready: its address, the page to begin with, and how to log in there.
 *
 * @param keys at the first start alone: their secrets are not kept
 * @param is_quiet the log has warnings and errors alone
 */
export function welcome(base_url: string, keys: FirstKeys | null, is_quiet: boolean): string {
  const ready = `\nHauptbuch is ready at ${base_url} (Ctrl-C stops it).${is_quiet ? QUIET : ''}`
  if (keys === null)
    return `${ready}
The API key was shown at the first start. Make another one with: npm run keys -- create --client NAME

In a browser, with any name and a page pass as the password (${NEW_PASS}):

  ${pageOfAll(base_url)}
`
  const { key, page_pass } = keys
  const { commands, page } = firstSteps(base_url, key, randomUUID(), todayInSwitzerland())
  return `${ready}

Your API key, shown only this once:

  ${key}

Try it:

${commands}

Then open the balance sheet in a browser, with any name and this page pass as the password:

  ${page}
  ${page_pass}

The list of all end customers, with the same pass:

  ${pageOfAll(base_url)}
`
}

/** The pages of the demo company, of which `npm run demo` books the second year last. */
export function welcomeToDemo(base_url: string, { customer, page_pass }: FilledDemo): string {
  const query = `end_customer_id=${customer}&fiscal_year_id=FY2025`
  const password = page_pass
    ? 'this page pass as the password'
    : `its page pass as the password, which was shown when it was booked (another one: ${NEW_PASS})`
  return `
The demo company ${COMPANY} is booked. In a browser, with any name and ${password}:

  ${base_url}/v1/statements/or-balance-sheet?${query}
  ${pageOfAll(base_url)}
${page_pass ? `  ${page_pass}\n` : ''}`
}

function pageOfAll(base_url: string): string {
  return `${base_url}/v1/end-customers`
}
