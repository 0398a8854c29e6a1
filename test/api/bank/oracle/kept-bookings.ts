import { expect } from 'chai'
import { publicId } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { post } from '../../../support/client.ts'
import { service } from '../../../support/service.ts'
import type { SentFile } from './sent-files.ts'

/** A kept bank entry, with the true bookings of its places in bank statements. */
export type KeptBooking = {
  readonly entry_id: string
  readonly name: string
  readonly is_undecided: boolean
  readonly bookings: readonly (number | undefined)[]
}

/** All that are no repeats. */
export async function keptOf(customer: string, files: ReadonlyMap<string, SentFile>): Promise<KeptBooking[]> {
  type Row = Omit<KeptBooking, 'bookings'> & { import_id: string; statement_number: number; position: number }
  const rows = await service().web.pool.any(sql.type(row<Row>())`
    select entry_id, place.import_id, statement_number, position, coalesce(repeat_state = 'undecided', false) as is_undecided,
      amount_minor || ' ' || credit_debit || ' ' || coalesce(entry ->> 'additional_info', '') || ' ' || booking_date as name
    from camt053_entries kept
    left join camt053_statement_entries place using (end_customer_id, entry_id)
    where end_customer_id = ${customer} and repeat_state is distinct from 'repeat'
  `)
  return [...Map.groupBy(rows, ({ entry_id }) => entry_id)].map(([entry_id, places]) => ({
    entry_id,
    name: places[0]?.name ?? '',
    is_undecided: places[0]?.is_undecided ?? false,
    bookings: places.map(({ import_id, statement_number, position }) => {
      return files.get(publicId('camt053_import', import_id))?.stmts[statement_number]?.[position - 1]?.at
    }),
  }))
}

/** Decides every doubt by what has happened: those that are too many are repeats, first of all those of bookings that are kept. */
export async function decideDoubts(customer: string, kept: readonly KeptBooking[], happened: readonly string[]) {
  for (const [name, some] of Map.groupBy(kept, (one) => one.name)) {
    let surplus = some.length - countIn(happened, name)
    const known = new Set(some.flatMap(({ is_undecided, bookings }) => (is_undecided ? [] : bookings)))
    const rankOf = ({ bookings }: KeptBooking) => bookings.filter((at) => known.has(at)).length
    const doubtful = some.filter(({ is_undecided }) => is_undecided).toSorted((a, b) => rankOf(b) - rankOf(a))
    for (const { entry_id } of doubtful) {
      const review = { end_customer_id: customer, decision: surplus > 0 ? 'repeat' : 'new', reason: 'Beleg' }
      surplus -= 1
      const { status, text } = await post(
        `/v1/camt-053/entries/${publicId('camt053_entry', entry_id)}/repeat-review`,
        review,
      )
      expect(status, text).to.equal(201)
    }
  }
}

export function countIn(names: readonly string[], name: string): number {
  return names.filter((one) => one === name).length
}
