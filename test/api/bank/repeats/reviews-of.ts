import { get, itemsOf, post } from '../../../support/client.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { statementOf } from '../statement-of.ts'

/** 20.00 on one day in files without balances: nothing tells whether it is one booking. */
export const BOOKING = { amount: '20.00' }
export const [X, Y, Z] = ['X', 'Y', 'Z'].map((id) => statementOf([BOOKING], { id })) as [string, string, string]

export type Entry = Awaited<ReturnType<typeof entriesOf>>[number]

/** What a reviewer does about the possible repeats of an end customer, and sees of them. */
export function reviewsOf(customer: string) {
  return {
    review: (entry_id: string, decision: string, reason = 'Beleg') =>
      post(`/v1/camt-053/entries/${entry_id}/repeat-review`, { end_customer_id: customer, decision, reason }),
    takeBack: (entry_id: string, reason = 'Irrtum') =>
      post(`/v1/camt-053/entries/${entry_id}/repeat-review/reverse`, { end_customer_id: customer, reason }),
    entryOf: async (id: string) => (await get(`/v1/camt-053/entries/${id}`)).body,
    paidEntries: async () => (await itemsOf('payments', customer)).map(({ entry_id }) => entry_id),
    doubtful: async (...files: readonly string[]) => {
      await countsOf(customer, ...files)
      return (await entriesOf(customer)) as [Entry, Entry, ...Entry[]]
    },
  }
}
