import { expect } from 'chai'
import { pauseAfter, retryAfterMs } from '../../shared/webhooks/pauses.ts'

const BOUNDS = { webhook_first_pause_ms: 5_000, webhook_give_up_seconds: 259_200 }
const HOUR = 3_600_000

describe('the pauses of a webhook that fails', () => {
  const pause = (attempts: number, failing_ms = 0, retry_after_ms: number | null = null, random = 0.5) =>
    pauseAfter({ attempts, failing_ms, retry_after_ms }, BOUNDS, random)

  it('are three times as long each time, up to six hours', () => {
    const first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1_000].map((attempts) => pause(attempts))
    const seconds = [5, 15, 45, 135, 405, 1_215, 3_645, 10_935, 21_600, 21_600, 21_600]
    expect(first).to.deep.equal(seconds.map((second) => second * 1_000))
  })

  it('are a fifth shorter or longer', () => {
    expect([pause(1, 0, null, 0), pause(1, 0, null, 1)]).to.deep.equal([4_000, 6_000])
  })

  it('are as long as the receiver asks for, up to a day', () => {
    expect([pause(1, 0, 60_000), pause(9, 0, 1_000), pause(1, 0, 48 * HOUR)]).to.deep.equal([
      60_000,
      6 * HOUR,
      24 * HOUR,
    ])
  })

  it('end after three days, with an attempt at their end', () => {
    expect(pause(20, 71 * HOUR)).to.equal(HOUR)
    expect([pause(20, 72 * HOUR), pause(20, 80 * HOUR)]).to.deep.equal([null, null])
  })

  it('take Retry-After in seconds and as a date', () => {
    const now = Date.parse('2026-11-26T12:00:00Z')
    const read = (header?: string) => retryAfterMs(header, now)
    expect(read('120')).to.equal(120_000)
    expect(read('Thu, 26 Nov 2026 12:01:00 GMT')).to.equal(60_000)
    expect(read('Thu, 26 Nov 2026 11:00:00 GMT')).to.equal(0)
    expect([read(), read('soon'), read('-1')].map((value) => value === null || value === 0)).to.deep.equal([
      true,
      true,
      true,
    ])
  })
})
