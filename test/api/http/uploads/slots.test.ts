import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { watchPace } from '../../../../api/http/client/pace.ts'
import { createSlots } from '../../../../api/http/uploads/slots.ts'

describe('slots', () => {
  const never = new AbortController().signal

  it('so many at once, so many of a key, and otherwise in order', async () => {
    const slots = createSlots(2, 1)
    const log: string[] = []
    const enter = async (key: string) => {
      const leave = await slots.enter(key, never)
      log.push(key)
      return leave
    }
    const [a, , b] = [enter('a'), enter('a').then(() => {}), enter('b'), enter('c')]
    await sleep(0)
    expect([log, slots.counts()]).to.deep.equal([['a', 'b'], { waiting: 2, reading: 2 }])
    ;(await b)()
    await sleep(0)
    expect(log).to.deep.equal(['a', 'b', 'c'])
    ;(await a)()
    await sleep(0)
    expect([log, slots.counts()]).to.deep.equal([['a', 'b', 'c', 'a'], { waiting: 0, reading: 2 }])
  })

  it('who goes while waiting takes nothing with him', async () => {
    const slots = createSlots(1, 1)
    const leave = await slots.enter('a', never)
    const gone = new AbortController()
    const waiting = slots.enter('b', gone.signal).catch((error) => error.message)
    gone.abort(new Error('gone'))
    expect(await waiting).to.equal('gone')
    expect(await slots.enter('c', gone.signal).catch((error) => error.message)).to.equal('gone')
    leave()
    expect(slots.counts()).to.deep.equal({ waiting: 0, reading: 0 })
  })
})

describe('the pace of senders', () => {
  const TICK_MS = 10

  it('cuts off who sends too little over the window, once, and nobody else', async () => {
    const watch = watchPace(100, 3, TICK_MS)
    const slow: string[] = []
    const sender = (name: string, isOurs = () => false) => watch(isOurs, () => slow.push(name))
    const [stalled, steady] = [sender('stalled'), sender('steady')]
    sender('waits for us', () => true)
    stalled.add(299)
    const timer = setInterval(() => steady.add(10_000), 1)
    await sleep(TICK_MS * 20)
    expect(slow).to.deep.equal(['stalled'])
    clearInterval(timer)
    steady.stop()
  })

  it('0 is no limit', async () => {
    const slow: string[] = []
    watchPace(
      0,
      1,
      1,
    )(
      () => false,
      () => slow.push('slow'),
    )
    await sleep(20)
    expect(slow).to.deep.equal([])
  })
})
