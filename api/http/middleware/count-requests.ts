import type { Middleware } from 'koa'

/** Requests under way. A client may have hung up while its request is still being carried out. */
export function countRequests() {
  let under_way = 0
  let tell = () => {}
  const count: Middleware = async (_, next) => {
    under_way += 1
    try {
      await next()
    } finally {
      under_way -= 1
      if (under_way === 0) tell()
    }
  }
  /** Resolves as soon as nothing is under way. */
  const idle = () =>
    new Promise<void>((resolve) => {
      if (under_way === 0) resolve()
      else tell = resolve
    })
  return { count, idle }
}
