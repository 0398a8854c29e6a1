import type { KeptReason, NotificationState } from '../../../contract/bank/notifications.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { type Fragment, keysetPage, type Visibility, visibleTo } from '../../db/filters.ts'
import { listLargeRows } from '../../db/pages/list-large-rows.ts'
import type { Page } from '../../db/pages/list-page.ts'
import { withFirstDetails } from '../details-of-entries.ts'

export type NotificationRow = {
  end_customer_id: string
  notification_id: string
  import_id: string
  account: string
  currency: string
  amount_minor: bigint
  is_booked: boolean
  details_minor: bigint | null
  state: NotificationState
  reason: KeptReason | null
  entry_id: string | null
  joined_at: string | null
  proposed_entry_ids: string[]
  /** As the bank wrote it, with the first of its details; amounts are text. */
  entry: Record<string, unknown>
  has_more_details: boolean
  created_at: string
}

/** Days between a notification and a booking that may be its. */
const PROPOSED_DAYS = 5
const MOST_PROPOSALS = 5

const columns = sql.fragment`
  end_customer_id, notification_id, import_id, account, currency, amount_minor, is_booked, details_minor, state, reason,
  entry_id, joined_at, ${withFirstDetails}, created_at,
  case when state = 'waiting' then array(
    select proposed.entry_id from camt053_entries proposed
    where proposed.end_customer_id = camt054_entries.end_customer_id
      and proposed.booking_date between day - ${PROPOSED_DAYS}::integer and day + ${PROPOSED_DAYS}::integer
      and proposed.amount_minor = coalesce(details_minor, camt054_entries.amount_minor)
      and proposed.account = any(bank_account_names(camt054_entries.end_customer_id, camt054_entries.account))
      and (proposed.currency, proposed.credit_debit, proposed.is_reversal)
        = (camt054_entries.currency, camt054_entries.credit_debit, camt054_entries.is_reversal)
      and proposed.is_booked and coalesce(repeat_state = 'new', true)
      and not exists (
        select from camt054_entries joined
        where joined.end_customer_id = camt054_entries.end_customer_id and joined.entry_id = proposed.entry_id
          and joined.state = 'joined'
      )
    order by abs(proposed.booking_date - day), proposed.entry_id
    limit ${MOST_PROPOSALS}
  ) else '{}' end as proposed_entry_ids
`

export function findNotification(
  db: Db,
  notification_id: string,
  visible: Visibility,
): Promise<NotificationRow | null> {
  return db.maybeOne(sql.type(row<NotificationRow>())`
    select ${columns} from camt054_entries where notification_id = ${notification_id} and ${visibleTo(visible)}
  `)
}

export type NotificationFilter = {
  readonly end_customer_id: string
  readonly import_uuid: string | null
  readonly entry_uuid: string | null
  readonly state: NotificationState | null
  readonly limit: number
}

/** In the order in which they came. */
export function listNotifications(
  db: Db,
  { end_customer_id, import_uuid, entry_uuid, state, limit }: NotificationFilter,
  after: string | null,
): Promise<Page<NotificationRow>> {
  const notification_ids = sql.fragment`
    select notification_id from camt054_entries
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        import_uuid && sql.fragment`import_id = ${import_uuid}`,
        entry_uuid && sql.fragment`entry_id = ${entry_uuid}`,
        state && sql.fragment`state = ${state}`,
      ],
      key: 'notification_id',
      after,
      limit: limit + 1,
    })}
  `
  const sizeOf = (notification_id: Fragment) => sql.fragment`
    select octet_length(entry::text) from camt054_entries
    where end_customer_id = ${end_customer_id} and notification_id = ${notification_id}
  `
  return listLargeRows(db, limit, notification_ids, sizeOf, (ids) =>
    db.any(sql.type(row<NotificationRow>())`
      select ${columns} from camt054_entries
      where end_customer_id = ${end_customer_id} and notification_id = any(${sql.array(ids, 'uuid')})
      order by notification_id
    `),
  )
}
