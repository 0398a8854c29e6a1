import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { keyOfLine, type Slice, takeTurns } from '../../../api/http/admission/turns.ts'
import { bodyValidator } from '../../../api/http/body/body-validator.ts'
import { hashInSlices } from '../../../api/http/body/hash-in-slices.ts'
import { readJson } from '../../../api/http/body/read-json.ts'
import { readItems } from '../../../api/http/handle/read-items.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'
import { journalVoucherRequest } from '../../../shared/contract/facts/journal-vouchers.ts'
import { debit, voucher } from '../../support/requests/examples.ts'

const LARGE = 100_000
const SMALL = 1_000

/** A clock that goes a millisecond forward whenever it is looked at. */
const busyClock = () => {
  let ms = 0
  return () => {
    ms += 1
    return ms
  }
}

/** A slice that is over at once, and counts. */
const shortestSlice = () => {
  let count = 0
  const next = async () => {
    count += 1
  }
  const slice: Slice = { isOver: () => true, next, pause: next }
  return { slice, count: () => count }
}

describe('turns of large bodies', () => {
  it('work on a small body begins at once and is not interrupted while it is short', async () => {
    const log: string[] = []
    const turns = takeTurns()
    const work = turns('key', SMALL, async (slice) => {
      log.push('began')
      await slice.pause()
    })
    log.push('asked')
    await work
    expect(log).to.deep.equal(['began', 'asked'])
  })

  it('a key has one large body in work at a time; other keys do not wait for it', async () => {
    const turns = takeTurns(undefined, busyClock())
    const log: string[] = []
    const work = (name: string) => async (slice: Slice) => {
      for (const step of [1, 2, 3]) {
        log.push(`${name}${step}`)
        await slice.next()
      }
    }
    await Promise.all([turns('a', LARGE, work('a')), turns('a', LARGE, work('A')), turns('b', LARGE, work('b'))])
    expect(log.filter((entry) => entry !== 'b1' && !entry.startsWith('b'))).to.deep.equal([
      'a1',
      'a2',
      'a3',
      'A1',
      'A2',
      'A3',
    ])
    expect(log.indexOf('b3')).to.be.lessThan(log.indexOf('A1') + 2)
  })

  it('each turn of the event loop has one slice of all that wait', async () => {
    const turns = takeTurns(undefined, busyClock())
    let slices = 0
    const work = async (slice: Slice) => {
      for (let count = 0; count < 5; count += 1) {
        slices += 1
        await slice.next()
      }
    }
    const all = Promise.all(['a', 'b', 'c', 'd'].map((key) => turns(key, LARGE, work)))
    let most = 0
    for (let seen = 0; slices < 20; ) {
      await nextTurn()
      most = Math.max(most, slices - seen)
      seen = slices
    }
    await all
    expect(most).to.equal(1)
  })

  it('work that fails gives its turn to the next of its key', async () => {
    const turns = takeTurns()
    const first = turns('a', LARGE, async () => {
      throw new Error('refused')
    })
    const second = turns('a', LARGE, async () => 'done')
    expect(await first.catch(({ message }) => message)).to.equal('refused')
    expect(await second).to.equal('done')
  })

  it('a key rests after a large body for as long as it is told; other keys and small bodies do not wait', async () => {
    const told: [string, number][] = []
    const rest = (key: string, took_ms: number) => {
      told.push([key, took_ms])
      return key === 'a' ? 50 : 0
    }
    const turns = takeTurns(rest, busyClock())
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(name)
    }
    const second = [turns('a', LARGE, work('a1')), turns('a', LARGE, work('a2')), turns('b', LARGE, work('b1'))]
    await turns('b', LARGE, work('b2'))
    await turns('a', SMALL, work('small'))
    expect(log).to.deep.equal(['a1', 'b1', 'b2', 'small'])
    await Promise.all(second)
    expect(log.at(-1)).to.equal('a2')
    expect(told.slice(0, 2).map(([key, took_ms]) => [key, took_ms > 0])).to.deep.equal([
      ['a', true],
      ['b', true],
    ])
  })

  it('a line of a key for other work is one of that key', () =>
    expect([keyOfLine('k1'), keyOfLine('k1 statement')]).to.deep.equal(['k1', 'k1']))

  it('reading, checking and hashing give way in between, whatever the body says', async () => {
    const lines = Array.from({ length: 1_000 }, () => debit('6500', 1))
    const right = JSON.stringify(voucher('a1111111-1111-4111-8111-111111111111', { payload: { lines } }))
    const counted = shortestSlice()
    const pauses: number[] = []
    const { body } = await readJson(Buffer.from(right), counted.slice)
    pauses.push(counted.count())
    expect(await bodyValidator(journalVoucherRequest)(body, [], counted.slice)).to.deep.equal([])
    expect((await hashInSlices(body, counted.slice)).hash).to.equal(hashOf(JSON.parse(right)))
    pauses.push(counted.count())
    const wrong = JSON.parse(right.replaceAll('"amount_minor":1', '"amount_minor":true'))
    wrong.payload.lines.forEach((line: { debit: object }, index: number) => {
      if (index < 950) line.debit = { amount_minor: 1, currency: 'CHF' }
    })
    const details = await bodyValidator(journalVoucherRequest)(wrong, [], counted.slice)
    pauses.push(counted.count())
    expect([details.length, details[0]?.pointer]).to.deep.equal([50, '/payload/lines/950/debit/amount_minor'])
    const [read = 0, hashed = 0, checked = 0] = pauses
    expect(read).to.be.greaterThan(100)
    expect(hashed - read).to.be.greaterThan(50)
    expect(checked - hashed).to.be.greaterThan(1_000)
  })

  it('the items of a batch give way between any two, however small they are', async () => {
    const { slice, count } = shortestSlice()
    const caller = { key_id: 'k', client_id: 'c', is_admin: false } as never
    const items = Array.from({ length: 500 }, (_, index) => ({ index }))
    const { body, body_hash } = await readItems(
      async ({ value }) => value,
      items,
      { caller, request_id: 'r', unsafe: [] },
      slice,
    )
    expect([body, body_hash]).to.deep.equal([items, hashOf(items.map(hashOf))])
    expect(count()).to.equal(500)
  })
})
