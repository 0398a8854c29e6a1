import { owedOf } from '../../shared/accounting/vat/return/tie.ts'
import type { TaxDirection } from '../../shared/accounting/vat/tax-codes.ts'
import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import type { TaxRecordQuery } from '../../shared/contract/vat/tax-records.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { minorOf } from '../print/amounts.ts'
import { readTaxRecords } from './read-tax-records.ts'

/**
 * What the page of a list shows: of tax that is not due also what each record adds to it or takes off, with the sign of tax that is
 * owed, as a return says it. The records themselves have the sign of their figure.
 */
export async function readTaxRecordsPage(deps: ApiDeps, request: ReadRequest<TaxRecordQuery>) {
  const page = await readTaxRecords(deps, request)
  if (request.query.counts_in !== 'not_due') return page
  const data = page.data.map((record) => ({ ...record, change_of_tax_not_due: changeBy(record) }))
  const [first] = data
  const isWhole = !page.has_more && request.query.starting_after === undefined
  if (!first || !isWhole) return { ...page, data }
  const sum = data.reduce((total, { change_of_tax_not_due: change }) => total + minorOf(change), 0n)
  return { ...page, data, change_of_tax_not_due: { ...first.tax_amount, amount_minor: jsonInteger(sum) } }
}

type RecordOfPage = Awaited<ReturnType<typeof readTaxRecords>>['data'][number]

function changeBy({ kind, tax_code, direction, tax_amount }: RecordOfPage) {
  const owed = owedOf([{ tax_code, direction: direction as TaxDirection, tax_minor: minorOf(tax_amount) }])
  const isAdded = kind === 'not_due' || kind === 'taken_over'
  return { ...tax_amount, amount_minor: jsonInteger(isAdded ? owed : -owed) }
}
