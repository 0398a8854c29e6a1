import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { pollInTurn } from '../../../api/http/admission/polls.ts'

const POLL_TAKES_MS = 10
const stopping = new AbortController().signal

/** Polls that notice how many of them run at once, and when each began and ended. */
function watchedPolls() {
  const polls: { began: number; ended: number }[] = []
  let running = 0
  let most = 0
  const poll = async () => {
    const began = performance.now()
    running += 1
    most = Math.max(most, running)
    await sleep(POLL_TAKES_MS)
    running -= 1
    polls.push({ began, ended: performance.now() })
  }
  return { poll, polls, most: () => most }
}

const until = (ms: number) => ({ ends_at: performance.now() + ms, stopping })

describe('polls of requests that wait', () => {
  it('one request polls every 15 ms', async () => {
    const poll = pollInTurn()
    const started = performance.now()
    for (let count = 0; count < 4; count += 1) await poll('a', async () => {}, until(10_000))
    expect(performance.now() - started).to.be.within(50, 2_000)
  })

  it('many requests of a key poll one after the other, each some time after the one before is over', async () => {
    const { poll, polls, most } = watchedPolls()
    const inTurn = pollInTurn()
    await Promise.all(Array.from({ length: 20 }, () => inTurn('a', poll, until(10_000))))
    expect([polls.length, most()]).to.deep.equal([20, 1])
    const pauses = polls.slice(1).map(({ began }, index) => began - (polls[index]?.ended ?? 0))
    expect(Math.min(...pauses)).to.be.greaterThan(2 * POLL_TAKES_MS)
  })

  it('another key does not wait for them', async () => {
    const inTurn = pollInTurn()
    const held = Promise.withResolvers<void>()
    const waiting = [inTurn('a', () => held.promise, until(10_000)), inTurn('a', async () => {}, until(10_000))]
    await inTurn('b', async () => {}, until(10_000))
    held.resolve()
    await Promise.all(waiting)
  })

  it('one that fails stops no other', async () => {
    const inTurn = pollInTurn()
    const failing = inTurn('a', async () => Promise.reject(new Error('away')), until(10_000))
    const next = inTurn('a', async () => 'polled', until(10_000))
    expect(await failing.catch((error) => error.message)).to.equal('away')
    expect(await next).to.equal('polled')
  })

  it('a poll comes at the end of the wait at the latest, and at once when the process is stopping', async () => {
    const inTurn = pollInTurn()
    const started = performance.now()
    const held = Promise.withResolvers<void>()
    const first = inTurn('a', () => held.promise, until(10_000))
    await inTurn('a', async () => {}, until(50))
    await inTurn('a', async () => {}, { ends_at: started + 60_000, stopping: AbortSignal.abort() })
    expect(performance.now() - started).to.be.within(45, 5_000)
    held.resolve()
    await first
  })
})
