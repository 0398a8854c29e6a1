import type { Db, Tx } from '../../shared/store/db/database.ts'
import {
  findWebhookSubscription,
  lockWebhookSubscription,
  type WebhookSubscriptionRow,
} from '../../shared/store/webhooks/webhook-subscriptions.ts'
import type { Caller } from '../http/admission/caller.ts'
import { findSubject } from '../http/subject.ts'

/** A subscription that the caller's key sees, by its UUID; it must exist. */
export async function findOwn(db: Db, caller: Caller, subscription_id: string): Promise<WebhookSubscriptionRow> {
  return (await findWebhookSubscription(db, caller, subscription_id)) as WebhookSubscriptionRow
}

/** @throws ApiError not_found */
export function findNamed(db: Db, caller: Caller, id: string | undefined): Promise<WebhookSubscriptionRow> {
  return findSubject('webhook_subscription', id, (uuid) => findWebhookSubscription(db, caller, uuid))
}

/** The same, for a change. @throws ApiError not_found */
export function lockNamed(tx: Tx, caller: Caller, id: string | undefined): Promise<WebhookSubscriptionRow> {
  return findSubject('webhook_subscription', id, (uuid) => lockWebhookSubscription(tx, caller, uuid))
}
