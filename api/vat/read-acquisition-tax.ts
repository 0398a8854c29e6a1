import { taxOnNet } from '../../shared/accounting/amounts/rounding.ts'
import { ACQUISITION_LIMIT_MINOR } from '../../shared/accounting/vat/input-tax-rules.ts'
import type { TaxTotal } from '../../shared/accounting/vat/return/tax-total.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { AcquisitionTaxQuery } from '../../shared/contract/vat/acquisition-tax.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { findLedger, useSnapshotIsolation } from '../../shared/store/statements/ledger-snapshot.ts'
import { taxOfPeriod } from '../../shared/store/vat/tax-totals.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentMoney } from '../http/present-money.ts'

/**
 * What somebody who is not registered has acquired from abroad in a calendar year, beside the limit.
 *
 * @source MWSTG Art. 45 Abs. 2 lit. b
 */
export async function readAcquisitionTax({ pool }: ApiDeps, { query }: ReadRequest<AcquisitionTaxQuery>) {
  const result = await pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    return readAt(tx, query)
  })
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

async function readAt(tx: Db, { end_customer_id, year }: AcquisitionTaxQuery) {
  const ledger = await findLedger(tx, end_customer_id)
  if (!ledger) return notFound()
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  const { in_return } = await taxOfPeriod(tx, { end_customer_id, from, to, as_of: ledger.last_entry_number })
  const its = in_return.filter(({ direction }) => direction === 'acquisition_unregistered')
  const acquired_minor = sum(its, ({ base_minor }) => base_minor)
  const is_limit_passed = acquired_minor > ACQUISITION_LIMIT_MINOR
  const taxOf = ({ base_minor, rate_bp }: TaxTotal) => taxOnNet(base_minor, rate_bp)
  const money = (minor: bigint) => presentMoney(minor, ledger.base_currency)
  return {
    object: 'acquisition_tax',
    end_customer_id,
    year,
    period_start: from,
    period_end: to,
    acquired: money(acquired_minor),
    limit: presentMoney(ACQUISITION_LIMIT_MINOR, 'CHF'),
    is_limit_passed,
    codes: its.map((total) => ({
      tax_code: total.tax_code,
      rate_bp: Number(total.rate_bp),
      base_amount: money(total.base_minor),
      tax_amount: money(taxOf(total)),
      records: `/v1/tax-records?${new URLSearchParams({ end_customer_id, from_date: from, to_date: to, tax_code: total.tax_code })}`,
    })),
    tax: money(is_limit_passed ? sum(its, taxOf) : 0n),
  }
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n)
}

function notFound(): ApiError {
  const message = 'There is no such end customer yet.'
  return new ApiError('not_found', message, [{ pointer: '/end_customer_id', code: 'not_found', message }])
}
