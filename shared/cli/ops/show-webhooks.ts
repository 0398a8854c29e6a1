import type { Deps } from '../../deps/deps.ts'
import { publicId } from '../../process/ids.ts'
import { listWebhookReports } from '../../store/webhooks/webhook-figures.ts'
import { type PrintOptions, printTable } from '../print-table.ts'

/** Subscriptions of webhooks, those that are off or fail first. */
export async function showWebhooks({ pool }: Deps, options: PrintOptions): Promise<void> {
  const reports = await listWebhookReports(pool)
  const rows = reports.map(({ subscription_id, ...report }) => ({
    subscription: publicId('webhook_subscription', subscription_id),
    ...report,
  }))
  printTable(rows, options)
}
