import { row, sql } from '../../../shared/store/db/database.ts'
import { get, upload } from '../../support/client.ts'
import { service } from '../../support/service.ts'

export const entriesOf = async (customer: string, more = '') =>
  (await get(`/v1/camt-053/entries?end_customer_id=${customer}${more}`)).body.data
export const importedBy = async (customer: string, xml: string | Uint8Array) =>
  (await upload(customer, xml, { wait: 20 })).body
export const countImports = (customer: string) =>
  service().web.pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from camt053_imports where end_customer_id = ${customer}
  `)
