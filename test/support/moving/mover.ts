import { once } from 'node:events'
import { moveEndCustomer } from '../../../shared/moving/move-end-customer.ts'
import { bossFor } from '../../../shared/queue/boss.ts'
import type { MoverOrder } from './moves-of-tests.ts'

/** A mover of its own process, which dies at a point, between two statements, as if somebody had killed it there. */
const order = JSON.parse(process.argv[2] ?? '') as MoverOrder
let left = order.cut.times

await moveEndCustomer(order.wanted, {
  home_urls: order.home_urls,
  env: order.env,
  times: order.times,
  offline: order.offline ?? false,
  ...(order.past_triggers && { past_triggers: order.past_triggers }),
  async openBoss(name) {
    const boss = bossFor(order.urls[name] ?? '')
    await boss.start()
    return { boss, close: () => boss.stop({ graceful: false }) }
  },
  say: (state) => console.log(state),
  async at(point) {
    if (point === order.cut.point && --left === 0) {
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => {})
    }
    // Whoever writes has ended by then.
    if (point === 'opened') await once(process.stdin, 'data')
  },
})
process.exit(0)
