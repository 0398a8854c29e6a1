import type { DueWebhook } from '../../shared/store/webhooks/due-webhooks.ts'

export type WebhookTurns = ReturnType<typeof createWebhookTurns>

/** Whose turn it is. */
type SubscriptionOfClient = Pick<DueWebhook, 'subscription_id' | 'client_id'>

/** A subscription has at most this part of all places, and so have those of one client that have not shown to answer well. */
const PART_OF_ONE = 4

/**
 * Who may send at once. A subscription that has shown to answer well has several places; one that is new, slow or failing has one,
 * and all of these together have half of the places. So whatever they do, the other half is left to the others. Of the half of those
 * an API client has at most one half, and whoever has fewer places goes first: a client with a hundred dead receivers waits for itself.
 *
 * @param places of this process
 */
export function createWebhookTurns(places: number) {
  const running = new Map<string, number>()
  const running_of_client = new Map<string, number>()
  /** Subscriptions, with their clients. */
  const doubtful = new Map<string, string>()
  const good = new Set<string>()
  const most_of_one = Math.max(1, Math.floor(places / PART_OF_ONE))
  const most_doubtful = Math.max(1, Math.floor(places / 2))
  let all = 0
  const beginners = createRing()

  const of = (subscription_id: string) => running.get(subscription_id) ?? 0
  const doubtfulOf = (client_id: string) => [...doubtful.values()].filter((of) => of === client_id).length
  const mayRun = ({ subscription_id, client_id }: SubscriptionOfClient) => {
    if (all >= places) return false
    if (good.has(subscription_id)) return of(subscription_id) < most_of_one
    return of(subscription_id) === 0 && doubtful.size < most_doubtful && doubtfulOf(client_id) < most_of_one
  }
  const count = ({ subscription_id, client_id }: SubscriptionOfClient, change: 1 | -1) => {
    all += change
    add(running, subscription_id, change)
    add(running_of_client, client_id, change)
  }

  return {
    /** The one that goes first of those that may. */
    next<Waiting extends SubscriptionOfClient>(waiting: readonly Waiting[]): Waiting | null {
      const may = waiting.filter(mayRun)
      const placesOf = ({ client_id }: SubscriptionOfClient) => running_of_client.get(client_id) ?? 0
      const [first] = may.toSorted((a, b) => placesOf(a) - placesOf(b))
      return first ?? null
    },
    /** Whether anybody may. */
    isFull: () => all >= places,
    /**
     * Databases share the places, and none takes each one that it has had itself again.
     *
     * @param beginWhatMay is called whenever there is a place
     * @returns ends that
     */
    share: (beginWhatMay: () => void) => beginners.join(beginWhatMay),
    begin(sender: SubscriptionOfClient) {
      count(sender, 1)
      if (!good.has(sender.subscription_id)) doubtful.set(sender.subscription_id, sender.client_id)
    },
    /** @param is_good whether its receiver answers well; null: there was nothing to send */
    end(sender: SubscriptionOfClient, is_good: boolean | null) {
      const { subscription_id, client_id } = sender
      count(sender, -1)
      const left = of(subscription_id)
      if (is_good) good.add(subscription_id)
      else if (is_good === false) good.delete(subscription_id)
      // What a subscription has begun while it was good counts as well once it is not.
      if (left > 0 && !good.has(subscription_id)) doubtful.set(subscription_id, client_id)
      else doubtful.delete(subscription_id)
      beginners.callAll()
    },
  }
}

function add(counts: Map<string, number>, of: string, change: 1 | -1): void {
  const count = (counts.get(of) ?? 0) + change
  if (count > 0) counts.set(of, count)
  else counts.delete(of)
}

/** Calls all that have joined, each time another one first. */
function createRing() {
  let members: readonly (() => void)[] = []
  return {
    join(member: () => void): () => void {
      members = [...members, member]
      return () => {
        members = members.filter((other) => other !== member)
      }
    },
    callAll(): void {
      members = [...members.slice(1), ...members.slice(0, 1)]
      for (const member of members) member()
    },
  }
}
