import { get } from '../../../support/client.ts'
import { type Attempts, emptyList } from './attempt.ts'

export const JOURNAL: Attempts = {
  'get /v1/journal-entries': async ({ mine, theirs, key, fact, entry }) => [
    [await get(`/v1/journal-entries?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/journal-entries?end_customer_id=${mine}&source_id=${fact}`, key), 200],
    [await get(`/v1/journal-entries?end_customer_id=${mine}&starting_after=${entry}`, { key }), 400],
  ],
  'get /v1/journal-entries/:journal_entry_id': async ({ mine, theirs, key, entry }) => [
    [await get(`/v1/journal-entries/${entry}`, { key }), 404],
    [await get(`/v1/journal-entries/${entry}?end_customer_id=${mine}`, { key }), 404],
    [await get(`/v1/journal-entries/${entry}?end_customer_id=${theirs}`, { key }), 403],
  ],
  'get /v1/ledger-proof': async ({ mine, theirs, key }) => [
    [await get(`/v1/ledger-proof?end_customer_id=${theirs}&entry_number=1`, { key }), 403],
    [await get(`/v1/ledger-proof?end_customer_id=${mine}&entry_number=1`, { key }), 404],
  ],
  'get /v1/events': async ({ mine, theirs, key }) => [
    [await get(`/v1/events?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/events?end_customer_id=${mine}`, key), 200],
  ],
}
