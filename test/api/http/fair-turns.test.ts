import { expect } from 'chai'
import { fairTurns } from '../../../api/http/admission/fair-turns.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends when it is told to, and the order in which it began. */
function works(turns: ReturnType<typeof fairTurns>) {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const failures: string[] = []
  const ask = (name: string, abandoned?: Parameters<ReturnType<typeof fairTurns>>[2]) => {
    const work = () => {
      began.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    }
    void turns(name.slice(0, 1), work, abandoned).catch(({ message }) => failures.push(message))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await nextTurn()
  }
  return { ask, end, began, failures }
}

describe('fair turns', () => {
  it('work of one key runs one by one, in the order in which it came; another key does not wait for it', async () => {
    const { ask, end, began } = works(fairTurns({ of_key: 1, in_all: 2 }))
    for (const name of ['a1', 'a2', 'a3', 'b1']) ask(name)
    expect(began).to.deep.equal(['a1', 'b1'])
    await end('a1')
    await end('a2')
    expect(began).to.deep.equal(['a1', 'b1', 'a2', 'a3'])
  })

  it('keys take turns, however much one of them has waiting and whoever came first', async () => {
    const { ask, end, began } = works(fairTurns({ of_key: 1, in_all: 1 }))
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(name)
    for (let count = 0; count < 7; count += 1) await end(began.at(-1) ?? '')
    expect(began).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('a key has so many at once, and all keys together so many', async () => {
    const { ask, began } = works(fairTurns({ of_key: 2, in_all: 3 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) ask(name)
    expect(began).to.deep.equal(['a1', 'a2', 'b1'])
  })

  it('a key that rests begins nothing; others take its place among all keys', async () => {
    const rested: number[] = []
    const rest = (key: string, took_ms: number) => {
      rested.push(took_ms)
      return key === 'a' ? 30 : 0
    }
    const { ask, end, began } = works(fairTurns({ of_key: 1, in_all: 1, rest }))
    for (const name of ['a1', 'a2', 'b1', 'b2']) ask(name)
    await end('a1')
    await end('b1')
    expect(began).to.deep.equal(['a1', 'b1', 'b2'])
    await end('b2')
    expect(began).to.deep.equal(['a1', 'b1', 'b2'])
    expect(rested.every((took_ms) => took_ms >= 0)).to.equal(true)
    while (began.length < 4) await nextTurn()
    expect(began.at(-1)).to.equal('a2')
  })

  it('work that fails gives its turn to the next', async () => {
    const turns = fairTurns({ of_key: 1, in_all: 1 })
    const failed = turns('a', () => Promise.reject(new Error('broken'))).catch(({ message }) => message)
    expect(await Promise.all([failed, turns('a', async () => 'done')])).to.deep.equal(['broken', 'done'])
  })

  it('what is abandoned while it waits is never begun; what has begun goes on', async () => {
    const { ask, end, began, failures } = works(fairTurns({ of_key: 1, in_all: 1 }))
    const abandon: Record<string, () => void> = {}
    const listening = new Set<string>()
    const until = (name: string) => (listen: (reason: Error) => void) => {
      listening.add(name)
      abandon[name] = () => listen(new Error(`${name} was abandoned`))
      return () => listening.delete(name)
    }
    for (const name of ['a1', 'a2', 'b1', 'a3']) ask(name, until(name))
    abandon.a2?.()
    abandon.b1?.()
    await end('a1')
    abandon.a3?.()
    expect(began).to.deep.equal(['a1', 'a3'])
    expect(failures).to.deep.equal(['a2 was abandoned', 'b1 was abandoned'])
    expect([...listening]).to.not.include('a3')
  })
})
