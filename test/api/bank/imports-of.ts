import { expect } from 'chai'
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

/** What an import of each of the files brought: new, linked, possible repeats. */
export async function countsOf(customer: string, ...files: readonly string[]): Promise<unknown[]> {
  const counts: unknown[] = []
  for (const file of files) {
    const { new_entry_count, linked_entry_count, possible_repeat_count, state } = await importedBy(customer, file)
    expect(state).to.equal('imported')
    counts.push([new_entry_count, linked_entry_count, possible_repeat_count])
  }
  return counts
}
