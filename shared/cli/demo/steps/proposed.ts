import type { ItemOf } from '../../../client/index.ts'
import type { Demo } from '../demo.ts'
import { waitUntil } from '../queries.ts'

type ProposedToDemo = ItemOf<'listSettlementCandidates'>

/** Waits for the proposal that fits. */
export async function proposed(
  { client, customer }: Demo,
  fits: (candidate: ProposedToDemo) => boolean,
): Promise<ProposedToDemo> {
  let found: ProposedToDemo | undefined
  await waitUntil(async () => {
    const { data } = await client.listSettlementCandidates({ query: { end_customer_id: customer, limit: 500 } })
    found = data.find(fits)
    return found !== undefined
  }, 'the matcher has proposed it')
  return found as ProposedToDemo
}
