import { Client } from 'pg'

type Callback = (error: Error | null, result: unknown) => void
type DriverQuery = (this: Client, config: unknown, values?: unknown, callback?: Callback) => unknown

const driver = Client.prototype as unknown as { query: DriverQuery }
const { query } = driver

/**
 * Gives a query of the driver its callback when it is made. Where it makes a promise itself and adds the callback later, a
 * query that has got old keeps the rows of all later ones alive in the eyes of a scavenge, so that these copy them, twice,
 * and fill the old generation with garbage (pg 8.23.1, Node 24.21).
 */
driver.query = function (config, values, callback) {
  const isPromised = !callback && typeof values !== 'function' && !hasItsOwn(config)
  if (!isPromised) return query.call(this, config, values, callback)
  return new Promise((resolve, reject) => {
    query.call(this, config, values, (error, result) => (error ? reject(error) : resolve(result)))
  }).catch((error: Error) => {
    Error.captureStackTrace(error) // one that leads to whoever asked, as the driver does
    throw error
  })
}

/** A query object, or one with a callback. */
function hasItsOwn(config: unknown): boolean {
  const { submit, callback } = Object(config) as { submit?: unknown; callback?: unknown }
  return typeof submit === 'function' || typeof callback === 'function'
}
