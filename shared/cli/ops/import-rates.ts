import { readFile } from 'node:fs/promises'
import type { RateKind } from '../../contract/vat/registrations.ts'
import { type RatesFile, readRatesFile } from '../../customs-rates/read-rates-file.ts'
import type { Deps } from '../../deps/deps.ts'
import { enqueueReevaluation } from '../../queue/enqueue.ts'
import { lockLedgers } from '../../store/journal/ledger-heads.ts'
import { firstDayOf } from '../../store/setup/average-rates.ts'
import {
  findCustomersInFrancs,
  PUBLISHED_BY,
  type PublishedRateRow,
  savePublishedRates,
} from '../../store/setup/published-rates.ts'
import { type PrintOptions, printAnswer } from '../print-table.ts'

type RatesImport = PrintOptions & { readonly endCustomer?: string }

/** End customers of one transaction: their ledgers are locked until it ends. */
const BATCH = 100

/**
 * Gives one end customer, or all whose books are in francs, the rates of a file of the customs office, and has the facts
 * tried again that wait for a rate. Repeating it changes nothing.
 */
export async function importRates(deps: Deps, path: string, options: RatesImport): Promise<void> {
  const { endCustomer } = options
  const file = readRatesFile(await textOf(path))
  const rates = rowsOf(file)
  const left_out = file.rates.flatMap(({ currency, rate_e8 }) => (rate_e8 === null ? [currency] : []))
  const total = { end_customers: 0, saved: 0 }
  for await (const page of endCustomers(deps, endCustomer)) {
    total.end_customers += page.length
    total.saved += await save(deps, file.kind, page, rates)
  }
  const text = `${total.saved} rates are new, valid on ${file.valid_on.join(', ')}, for ${total.end_customers} end customers`
  const without = `Left out, because one unit needs more than 8 decimals: ${left_out.join(', ')}`
  const answer = { ...total, valid_on: file.valid_on, left_out }
  printAnswer(answer, left_out.length > 0 ? `${text}\n${without}` : text, options)
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

function rowsOf({ kind, published_on, valid_on, rates }: RatesFile): PublishedRateRow[] {
  return rates.flatMap(({ currency, quote, rate_e8 }) =>
    rate_e8 === null
      ? []
      : valid_on.map((time) => ({
          currency,
          valid_from: kind === 'daily' ? time : firstDayOf(time),
          rate_e8: String(rate_e8),
          source: `${PUBLISHED_BY}${published_on}: ${quote}`,
        })),
  )
}

async function* endCustomers({ pool }: Deps, only: string | undefined): AsyncGenerator<readonly string[]> {
  let after: string | null = null
  for (;;) {
    const page = await findCustomersInFrancs(pool, { only: only ?? null, after, limit: BATCH })
    if (only && page.length === 0) throw new Error(`There is no end customer ${only} with books in CHF.`)
    if (page.length > 0) yield page
    if (page.length < BATCH) return
    after = page.at(-1) ?? null
  }
}

function save(
  { pool, boss }: Deps,
  kind: RateKind,
  end_customer_ids: readonly string[],
  rates: readonly PublishedRateRow[],
) {
  return pool.transaction(async (tx) => {
    await lockLedgers(tx, end_customer_ids)
    const saved = await savePublishedRates(tx, kind, end_customer_ids, rates)
    for (const { end_customer_id } of saved) await enqueueReevaluation(tx, boss, end_customer_id, 'exchange rates')
    return saved.reduce((total, { count }) => total + count, 0)
  })
}
