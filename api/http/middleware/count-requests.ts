import type { Middleware } from 'koa'

/** Counts the requests under way. A client may have hung up while its request is still executed. */
export function countRequests() {
  let under_way = 0
  let resolveIdle = () => {}
  const count: Middleware = async (_, next) => {
    under_way += 1
    try {
      await next()
    } finally {
      under_way -= 1
      if (under_way === 0) resolveIdle()
    }
  }
  /** Resolves as soon as nothing is under way. */
  const idle = () =>
    new Promise<void>((resolve) => {
      if (under_way === 0) resolve()
      else resolveIdle = resolve
    })
  return { count, idle }
}
