import { type Database, DatabaseAway, type Databases } from '../../../../shared/databases/databases.ts'
import type { Shares } from '../../admission/shares.ts'

/**
 * Transactions whose turn comes while their database is away end at once. They have waited since before, and would otherwise keep the turns of
 * their key for a connection that nobody gets, while what the key does in other databases stands behind them.
 */
export function turnsWhileThere(shares: Shares, databases: Databases, { name, is_home }: Database): Shares {
  if (is_home) return shares
  return {
    ...shares,
    transaction(key_id) {
      const inTurn = shares.transaction(key_id)
      return (work) =>
        inTurn(async () => {
          if (databases.away().includes(name)) throw new DatabaseAway(name)
          return work()
        })
    },
  }
}
