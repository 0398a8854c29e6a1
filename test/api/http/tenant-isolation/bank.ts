import { camt053Message, camt054Message } from '../../../camt053/messages.ts'
import { get, notify, post, upload } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { type Attempt, type Attempts, emptyList } from './attempt.ts'
import type { World } from './world.ts'

export const BANK: Attempts = {
  'post /v1/camt-053/imports': async ({ theirs, key }) => [[await upload(theirs, camt053Message(), { key }), 403]],
  'get /v1/camt-053/imports/:import_id': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/camt-053/imports/${statement_import}`, { key }), 404],
    [await get(`/v1/camt-053/imports/${statement_import}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/imports/${statement_import}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/camt-053/entries': async ({ mine, theirs, key, statement_import }) => [
    [await get(`/v1/camt-053/entries?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/camt-053/entries?end_customer_id=${mine}&import_id=${statement_import}`, key), 200],
    [await emptyList(`/v1/camt-053/entries?end_customer_id=${mine}&booking_state=to_book`, key), 200],
  ],
  'get /v1/camt-053/entries/:entry_id': async ({ mine, theirs, key, bank_entry }) => [
    [await get(`/v1/camt-053/entries/${bank_entry}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/camt-053/entries/:entry_id/uses': async ({ mine, theirs, key, bank_entry }) => [
    [await get(`/v1/camt-053/entries/${bank_entry}/uses`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}/uses?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-053/entries/${bank_entry}/uses?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/camt-054/imports': async ({ theirs, key }) => [[await notify(theirs, camt054Message(), { key }), 403]],
  'get /v1/camt-054/imports/:import_id': async ({ mine, theirs, key, notification_import }) => [
    [await get(`/v1/camt-054/imports/${notification_import}`, { key }), 404],
    [await get(`/v1/camt-054/imports/${notification_import}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-054/imports/${notification_import}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/camt-054/entries': async ({ mine, theirs, key, notification_import, bank_entry }) => [
    [await get(`/v1/camt-054/entries?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/camt-054/entries?end_customer_id=${mine}&import_id=${notification_import}`, key), 200],
    [await emptyList(`/v1/camt-054/entries?end_customer_id=${mine}&entry_id=${bank_entry}`, key), 200],
  ],
  'get /v1/camt-054/entries/:notification_id': async ({ mine, theirs, key, notification }) => [
    [await get(`/v1/camt-054/entries/${notification}`, { key }), 404],
    [await get(`/v1/camt-054/entries/${notification}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/camt-054/entries/${notification}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/camt-053/entries/:entry_id/links': withBankEntry('links', ({ entry }) => ({
    journal_entry_id: entry,
    line_number: 1,
    amount: chf(1),
  })),
  'post /v1/camt-053/entries/:entry_id/links/:link_id/reverse': withBankEntry(
    'links/blink_01jcz0000000000000000000zz/reverse',
    () => ({ reason: 'x' }),
  ),
  'post /v1/camt-053/entries/:entry_id/dismiss': withBankEntry('dismiss', ({ bank_entry }) => ({
    reason: 'x',
    with_entry_id: bank_entry,
  })),
  'get /v1/documents/:document_id/qr-bill': async ({ mine, theirs, key, document }) => [
    [await get(`/v1/documents/${document}/qr-bill`, { key }), 404],
    [await get(`/v1/documents/${document}/qr-bill?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/documents/${document}/qr-bill?end_customer_id=${theirs}`, { key }), 403],
  ],
  'post /v1/qr-bills/read': async ({ theirs, key }) => [
    [await post('/v1/qr-bills/read', { end_customer_id: theirs, text: 'SPC' }, { key }), 403],
  ],
  'post /v1/camt-053/imports/:import_id/accept-difference': async ({ mine, theirs, key, statement_import }) => {
    const path = `/v1/camt-053/imports/${statement_import}/accept-difference` as const
    const send = (end_customer_id: string) => post(path, { end_customer_id, justification: 'x' }, { key })
    return [
      [await send(mine), 404],
      [await send(theirs), 403],
    ]
  },
  'post /v1/camt-053/entries/:entry_id/repeat-review': withBankEntry('repeat-review', () => ({
    decision: 'new',
    reason: 'x',
  })),
  'post /v1/camt-053/entries/:entry_id/repeat-review/reverse': withBankEntry('repeat-review/reverse', () => ({
    reason: 'x',
  })),
  'post /v1/camt-053/entries/:entry_id/undismiss': withBankEntry('undismiss', () => ({ reason: 'x' })),
}

/** A command on the bank entry of somebody else, in the name of each of the two. */
function withBankEntry(what: string, body: (world: World) => object): Attempt {
  return async (world) => {
    const { mine, theirs, key, bank_entry } = world
    const path = `/v1/camt-053/entries/${bank_entry}/${what}` as '/v1/camt-053/entries/:entry_id/dismiss'
    const send = (end_customer_id: string) => post(path, { end_customer_id, ...body(world) }, { key })
    return [
      [await send(mine), 404],
      [await send(theirs), 403],
    ]
  }
}
