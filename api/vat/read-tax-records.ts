import type { TaxRecordQuery } from '../../shared/contract/vat/tax-records.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import type { Db } from '../../shared/store/db/database.ts'
import type { RecordPosition } from '../../shared/store/vat/records-of-entries.ts'
import { findRecordPosition, listTaxRecords } from '../../shared/store/vat/tax-records.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage, unknownCursor } from '../http/page.ts'
import { presentTaxRecord } from './present-tax-record.ts'

/** Tax records of the posted lines, by date, each with the way to entry, line, fact and evidence. */
export function readTaxRecords({ pool }: ApiDeps, { query, inTurn }: ReadRequest<TaxRecordQuery>) {
  const { limit = 100, starting_after, ...filters } = query
  return inTurn(async () => {
    const after = starting_after === undefined ? null : await positionOf(pool, query.end_customer_id, starting_after)
    const page = await listTaxRecords(pool, filters, after, limit)
    return presentPage('tax_record_list', page, presentTaxRecord)
  })
}

/** The id of a record is that of its entry, the number of the line and its number on it. */
async function positionOf(db: Db, end_customer_id: string, id: string): Promise<RecordPosition> {
  const [, entry = '', line, record] = /^(.+)\.([1-9]\d{0,3})\.(\d{1,4})$/.exec(id) ?? []
  const uuid = uuidOf('journal_entry', entry)
  const found = uuid && (await findRecordPosition(db, end_customer_id, uuid, Number(line), Number(record)))
  if (!found) throw unknownCursor()
  return found
}
