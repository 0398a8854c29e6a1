import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ValuedTarget } from '../../../shared/camt053/matching/currencies/match-currencies.ts'
import type { OpenBankMovement } from '../../../shared/store/bank/open-movements.ts'
import { openItemMatcher } from '../../../workers/bank/proposals/match-open-items.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const TARGETS = 3_000
const MOVEMENTS = 300

/** Documents that all have one number. */
function targets(): ValuedTarget[] {
  return Array.from({ length: TARGETS }, (_, index) => ({
    id: randomUUID(),
    currency: 'CHF',
    document_date: '2026-03-01',
    amount_minor: BigInt(1_000 + index),
    open_amount_minor: BigInt(1_000 + index),
    book_minor: 1n,
    book_currency: 'CHF',
    payment_reference: null,
    document_number: 'R-777777',
    partner_name: `Kundin Meier AG ${index % 5}`,
  }))
}

function movements(): OpenBankMovement[] {
  return Array.from({ length: MOVEMENTS }, (_, index) => ({
    id: randomUUID(),
    entry_id: randomUUID(),
    import_id: randomUUID(),
    day: '2026-03-31',
    currency: 'CHF',
    amount_minor: BigInt(1_000 + TARGETS - 1 - index),
    references: [],
    text: 'R-777777',
    name: 'Kundin Meier AG',
    account_of_other: null,
  }))
}

describe('the matching of payments that name thousands of documents', function () {
  this.timeout(180_000)

  it('finds those with their amount, and lets others go on in between', async () => {
    const customer = await newEndCustomer()
    const all = targets()
    let isLooking = true
    let turns = 0
    const look = () => {
      turns += 1
      if (isLooking) setImmediate(look)
    }
    const found = await service().worker.pool.transaction(async (tx) => {
      const match = openItemMatcher(tx, customer, all, [], 'document')
      look()
      return await match(movements())
    })
    isLooking = false
    expect(found.map(([best]) => best?.target_id)).to.deep.equal(
      all
        .slice(-MOVEMENTS)
        .reverse()
        .map(({ id }) => id),
    )
    // Each takes a millisecond or more, and a turn at most five of them and what one needs.
    expect(turns).to.be.greaterThan(MOVEMENTS / 20)
  })

  it('looks at five hundred of them at most', async () => {
    const customer = await newEndCustomer()
    const compared = new Set<string>()
    const watched = targets().map((target) =>
      Object.defineProperty(target, 'document_number', {
        get: () => {
          compared.add(target.id)
          return 'R-777777'
        },
      }),
    )
    const [movement] = movements()
    await service().worker.pool.transaction(async (tx) => {
      const match = openItemMatcher(tx, customer, watched, [], 'document')
      // All were read to index them.
      compared.clear()
      await match([movement as OpenBankMovement])
    })
    expect(compared.size).to.be.within(1, 500)
  })
})
