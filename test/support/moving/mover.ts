import { createInterface } from 'node:readline'
import { moveEndCustomer } from '../../../shared/moving/move-end-customer.ts'
import { bossFor } from '../../../shared/queue/boss.ts'
import { AT_POINT, type MoverOrder } from './order.ts'

/**
 * A mover of its own process, which dies at a point, between two statements, as if somebody had killed it there; or it waits there until
 * something else has happened.
 */
const order = JSON.parse(process.argv[2] ?? '') as MoverOrder
const { cut } = order
let left = cut?.times ?? 0
const told = createInterface(process.stdin)[Symbol.asyncIterator]()

await moveEndCustomer(order.wanted, {
  home_urls: order.home_urls,
  env: order.env,
  times: { ...order.times, ...(order.longest_pause_ms !== undefined && { longest_pause_ms: order.longest_pause_ms }) },
  offline: order.offline ?? false,
  ...(order.past_triggers && { past_triggers: order.past_triggers }),
  async openBoss(name) {
    const boss = bossFor(order.urls[name] ?? '')
    await boss.start()
    return { boss, close: () => boss.stop({ graceful: false }) }
  },
  say: (state) => console.log(state),
  async at(point) {
    if (point === cut?.point && --left === 0) {
      if (cut.waits) {
        console.log(AT_POINT)
        await told.next()
      } else {
        process.kill(process.pid, 'SIGKILL')
        await new Promise(() => {})
      }
    }
    // Whoever writes has ended by then.
    if (point === 'opened') await told.next()
  },
})
process.exit(0)
