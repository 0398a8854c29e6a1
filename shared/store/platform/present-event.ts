import { publicId } from '../../process/ids.ts'
import type { EventRow } from './events.ts'

export function presentEvent(event: EventRow) {
  return {
    object: 'event',
    event_number: Number(event.event_number),
    event_type: event.event_type,
    end_customer_id: event.end_customer_id,
    subject: {
      object: event.subject_type,
      id: event.subject_type === 'end_customer' ? event.subject_id : publicId(event.subject_type, event.subject_id),
      source_system: event.source_system,
      external_reference: event.external_reference,
      fiscal_year_id: event.fiscal_year_id,
    },
    journal_entry_id: event.journal_entry_id && publicId('journal_entry', event.journal_entry_id),
    blocker_codes: event.blocker_codes,
    created_at: event.created_at,
  }
}
