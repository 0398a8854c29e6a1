import { expect } from 'chai'
import { pollInTurn } from '../../../api/http/admission/polls.ts'

/** A clock that stands still but for pauses and for what polls take. */
function stillClock() {
  let ms = 0
  return {
    now: () => ms,
    pause: async (pause_ms: number) => {
      ms += pause_ms
    },
    take: async (took_ms: number) => {
      ms += took_ms
      return ms
    },
  }
}

const stopping = new AbortController().signal

describe('polls of requests that wait', () => {
  it('one request polls every 15 ms', async () => {
    const { now, pause, take } = stillClock()
    const poll = pollInTurn(pause, now)
    const until = { ends_at: 10_000, stopping }
    expect([await poll('a', () => take(0), until), await poll('a', () => take(0), until)]).to.deep.equal([15, 30])
  })

  it('many requests of a key poll one after the other with pauses between; another key does not wait for them', async () => {
    const pauses: number[] = []
    let clock = 0
    const pause = async (ms: number) => {
      pauses.push(ms)
    }
    const poll = pollInTurn(pause, () => clock)
    const until = { ends_at: 10_000, stopping }
    const takes = async (ms: number) => {
      clock += ms
    }
    const held = Promise.withResolvers<void>()
    const waiting = [poll('a', () => held.promise, until)]
    await poll('a', () => takes(10), until)
    waiting.push(
      poll('a', () => takes(0), until),
      poll('a', () => takes(0), until),
      poll('b', () => takes(0), until),
    )
    held.resolve()
    await Promise.all(waiting)
    expect(pauses.slice(2)).to.deep.equal([15, 55, 15])
  })

  it('a poll comes at the end of the wait at the latest, and at once when the process is stopping', async () => {
    const { now, pause, take } = stillClock()
    expect(await pollInTurn(pause, now)('a', () => take(0), { ends_at: 5, stopping })).to.equal(5)
    const aborted = AbortSignal.abort()
    const started = performance.now()
    await pollInTurn()('a', async () => {}, { ends_at: started + 60_000, stopping: aborted })
    expect(performance.now() - started).to.be.lessThan(1_000)
  })
})
