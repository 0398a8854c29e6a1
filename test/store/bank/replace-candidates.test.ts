import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { newUuid } from '../../../shared/process/ids.ts'
import { type NewCandidate, replaceCandidates } from '../../../shared/store/bank/candidates/replace-candidates.ts'
import { listCandidates } from '../../../shared/store/bank/candidates/settlement-candidates.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'

const STEP = 3

function candidate(name: string): NewCandidate {
  return {
    candidate_id: newUuid(),
    import_id: randomUUID(),
    entry_id: randomUUID(),
    payment_id: null,
    target_type: 'document',
    target_id: randomUUID(),
    rule_version: null,
    amount_minor: '100',
    currency: 'CHF',
    score: 90,
    reasons: ['reference'],
    discount_minor: '0',
    together_with: [],
    candidate_hash: name,
  }
}

describe('the candidates of an end customer', () => {
  it('are replaced some at a time: known ones stay, others are superseded, and superseded ones are open again', async () => {
    const customer = await newEndCustomer()
    const { pool } = service().worker
    let pauses = 0
    const pause = async () => {
      pauses += 1
    }
    const pausesOf = async (names: string) => {
      pauses = 0
      const made = [...names].map(candidate)
      await pool.transaction((tx) => replaceCandidates(tx, customer, made, pause, STEP))
      return pauses
    }
    const namesOf = async (state: 'open' | 'superseded') => {
      const filter = {
        end_customer_id: customer,
        state,
        target_type: null,
        payment_uuid: null,
        import_uuid: null,
        limit: 50,
      }
      const { rows } = await listCandidates(pool, filter, null)
      return rows
        .map(({ candidate_hash }) => candidate_hash)
        .sort()
        .join('')
    }
    // One look at what is open, and ten in threes; the second of a hash is none.
    expect(await pausesOf('abcdefghija')).to.equal(1 + 4)
    expect([await namesOf('open'), await namesOf('superseded')]).to.deep.equal(['abcdefghij', ''])
    // Ten that are open, looked at in threes, and nothing to write.
    expect(await pausesOf('abcdefghij')).to.equal(4)
    expect(await pausesOf('bijk')).to.equal(4 + 1)
    expect([await namesOf('open'), await namesOf('superseded')]).to.deep.equal(['bijk', 'acdefgh'])
    await pausesOf('acij')
    expect([await namesOf('open'), await namesOf('superseded')]).to.deep.equal(['acij', 'bdefghk'])
    await pausesOf('')
    expect([await namesOf('open'), await namesOf('superseded')]).to.deep.equal(['', 'abcdefghijk'])
  })
})
