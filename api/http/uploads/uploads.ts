import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Config } from '../../../shared/process/config.ts'
import { shareMemory } from '../answers/shared-memory.ts'
import { type WatchSender, watchPace } from '../client/pace.ts'
import { createSlots, type Slots } from './slots.ts'

type UploadLimits = Pick<
  Config,
  | 'uploads_at_once'
  | 'uploads_per_key'
  | 'uploads_disk_bytes'
  | 'import_limit_bytes'
  | 'upload_bytes_per_second'
  | 'upload_window_seconds'
  | 'database_pool_size'
>

/**
 * What all uploads of a process may take together. One that is under way costs a connection, a file and a buffer,
 * however slow it is. Only files that are here whole are read, a few at a time, and one of them may need much memory.
 */
export type Uploads = {
  /** @throws ApiError rate_limited for the share of the key, service_unavailable for that of all */
  enter(key_id: string): UploadPlace
  /** For files that are here whole: reading and storing. */
  readonly reading: Slots
  /** For the one that needs much memory. */
  readonly large: Slots
  readonly watchSender: WatchSender
  counts(): UploadCounts
}

/** The place of one upload among those of the process; it is given back once. */
export type UploadPlace = {
  readonly key_id: string
  /** @throws ApiError rate_limited for the disk space of the key, service_unavailable for that of all */
  addBytes(bytes: number): void
  leave(): void
}

type UploadCounts = {
  readonly under_way: number
  readonly waiting: number
  readonly reading: number
  readonly disk_bytes: number
}

/** More at once would not be faster: they share one processor. Each takes a connection of the pool while it is stored. */
const READ_AT_ONCE = 4
const READ_PER_KEY = 2
const RETRY_AFTER_SECONDS = 5

export function createUploads(limits: UploadLimits, tick_ms = 1_000): Uploads {
  const places = shareMemory(limits.uploads_at_once)
  // A file of the largest size must fit into the half that a key has alone.
  const disk = shareMemory(Math.max(limits.uploads_disk_bytes, 2 * limits.import_limit_bytes))
  const reading = createSlots(Math.min(READ_AT_ONCE, Math.ceil(limits.database_pool_size / 2)), READ_PER_KEY)
  return {
    reading,
    large: createSlots(1, 1),
    watchSender: watchPace(limits.upload_bytes_per_second, limits.upload_window_seconds, tick_ms),
    counts: () => ({ under_way: places.ofAll(), disk_bytes: disk.ofAll(), ...reading.counts() }),
    enter(key_id) {
      const of_key = places.ofKey(key_id)
      if (of_key >= limits.uploads_per_key) throw tooManyOfKey(of_key)
      if (!places.hasRoom(key_id, 1))
        throw of_key > 0 ? tooManyOfKey(of_key) : unavailable('Too many files are being uploaded.')
      places.add(key_id, 1)
      let bytes_here = 0
      return {
        key_id,
        addBytes(bytes) {
          const has_others = disk.ofKey(key_id) > bytes_here
          if (!disk.hasRoom(key_id, bytes))
            throw has_others ? tooLargeOfKey() : unavailable('The uploaded files take too much disk space.')
          bytes_here += bytes
          disk.add(key_id, bytes)
        },
        leave() {
          places.add(key_id, -1)
          disk.add(key_id, -bytes_here)
        },
      }
    },
  }
}

function tooManyOfKey(most: number): ApiError {
  return ofKey(`This API key has ${most} uploads under way, and no more at once.`)
}

function tooLargeOfKey(): ApiError {
  return ofKey(
    'The uploads of this API key that are under way take as much of the disk space for uploads as it leaves to others.',
  )
}

function ofKey(reason: string): ApiError {
  const message = `${reason} Nothing was stored: send the same request again when one of them is done, or after Retry-After seconds.`
  return new ApiError('rate_limited', message, [], RETRY_AFTER)
}

function unavailable(reason: string): ApiError {
  const message = `${reason} Nothing was stored: send the same request again a little later.`
  return new ApiError('service_unavailable', message, [], RETRY_AFTER)
}

const RETRY_AFTER = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
