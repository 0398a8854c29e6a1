import type { eventList, eventQuery } from '../../contract/platform/events.ts'
import { reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const platformCalls = {
  listEvents: reads<typeof eventQuery, typeof eventList>('/v1/events'),
} as const
