import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import type { Answer } from '../../../support/client.ts'
import { service } from '../../../support/service.ts'

/** One clear error, and nothing in it that is secret or ours alone. */
export function expectRefusal({ status, text, body }: Answer, expected: number, code: string): void {
  expect(status, text).to.equal(expected)
  expect(body.error.code).to.equal(code)
  expect(body.error.message).to.match(/\S.*\.$/)
  expect(text).not.to.match(/select |insert |\bat \/|node_modules|hb_[0-9a-f]{16}_/i)
}

export async function expectNothingStored(end_customer_id: string): Promise<void> {
  const stored = await service().web.pool.any(sql.type(row())`
    select end_customer_id::text from end_customers where end_customer_id = ${end_customer_id}
    union all
    select source_fact_id::text from source_facts where end_customer_id = ${end_customer_id}
    union all
    select idempotency_key from idempotency_records where response like ${`%${end_customer_id}%`}
  `)
  expect(stored).to.have.length(0)
}
