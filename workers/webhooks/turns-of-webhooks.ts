export type WebhookTurns = ReturnType<typeof createWebhookTurns>

/** A subscription has at most this part of all places. */
const PART_OF_ONE = 4

/**
 * Who may send at once. A subscription that has shown to answer well has several places; one that is new, slow or failing has one,
 * and all of these together have half of the places. So whatever they do, the other half is left to the others.
 *
 * @param places of this process
 */
export function createWebhookTurns(places: number) {
  const running = new Map<string, number>()
  const doubtful = new Set<string>()
  const good = new Set<string>()
  const most_of_one = Math.max(1, Math.floor(places / PART_OF_ONE))
  const most_doubtful = Math.max(1, Math.floor(places / 2))
  let all = 0

  const of = (subscription_id: string) => running.get(subscription_id) ?? 0
  const mayRun = (subscription_id: string) => {
    if (all >= places) return false
    if (good.has(subscription_id)) return of(subscription_id) < most_of_one
    return of(subscription_id) === 0 && doubtful.size < most_doubtful
  }

  return {
    mayRun,
    /** Whether anybody may. */
    isFull: () => all >= places,
    begin(subscription_id: string) {
      all += 1
      running.set(subscription_id, of(subscription_id) + 1)
      if (!good.has(subscription_id)) doubtful.add(subscription_id)
    },
    /** @param is_good whether its receiver answers well; null: there was nothing to send */
    end(subscription_id: string, is_good: boolean | null) {
      all -= 1
      const left = of(subscription_id) - 1
      if (left > 0) running.set(subscription_id, left)
      else running.delete(subscription_id)
      if (is_good) good.add(subscription_id)
      else if (is_good === false) good.delete(subscription_id)
      // What a subscription has begun while it was good counts as well once it is not.
      if (left > 0 && !good.has(subscription_id)) doubtful.add(subscription_id)
      else doubtful.delete(subscription_id)
    },
  }
}
