import { expect } from 'chai'
import { keepLease } from '../../shared/databases/lease.ts'

const NEVER_AGAIN = { every_ms: 1_000_000 }

/** A look that ends when the test says so. */
function looks() {
  const begun: PromiseWithResolvers<string>[] = []
  const look = () => {
    const one = Promise.withResolvers<string>()
    begun.push(one)
    return one.promise
  }
  return { begun, look }
}

describe('a lease', () => {
  it('holds for its length from the beginning of the look, however long that took', async () => {
    const { begun, look } = looks()
    let now = 0
    const lease = keepLease(look, () => {}, { ...NEVER_AGAIN, length_ms: 100, now: () => now })
    expect(lease.known()).to.equal(null)
    now = 60
    begun[0]?.resolve('first')
    expect(await begun[0]?.promise).to.equal('first')
    now = 99
    expect(lease.known()).to.equal('first')
    now = 100
    expect(lease.known()).to.equal(null)
    await lease.close()
  })

  it('is asked for once by all who come while a look is under way, which may have read before they came', async () => {
    const { begun, look } = looks()
    const lease = keepLease(look, () => {}, NEVER_AGAIN)
    const asked = [lease.ask(), lease.ask()]
    begun[0]?.resolve('before')
    while (begun.length < 2) await new Promise(setImmediate)
    begun[1]?.resolve('after')
    expect(await Promise.all(asked)).to.deep.equal(['after', 'after'])
    expect(begun).to.have.length(2)
    await lease.close()
  })

  it('is tried again after a look that failed, which only who waits for it hears of', async () => {
    const { begun, look } = looks()
    const heard: unknown[] = []
    const lease = keepLease(look, (error) => heard.push(error), NEVER_AGAIN)
    const asked = lease.ask()
    begun[0]?.reject(new Error('away'))
    while (begun.length < 2) await new Promise(setImmediate)
    begun[1]?.reject(new Error('still away'))
    expect(await asked.catch(({ message }: Error) => message)).to.equal('still away')
    expect(heard.map((error) => (error as Error).message)).to.deep.equal(['away'])
    expect(lease.known()).to.equal(null)
    await lease.close()
  })
})
